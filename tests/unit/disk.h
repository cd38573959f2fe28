/* disk.h: a disk in memory for SQLite, whose power can be cut.

   Files live here and nowhere else. What is written counts at once for who reads it, but is certain
   only once its file was synced: until then each write, truncation or deletion waits in order, and
   a power cut keeps any of the waiting pieces, drops others and tears them at sectors. Bytes beside
   a write are never harmed: what the disks SQLite calls "powersafe" promise, and what it assumes of
   a file system by default. */
#ifndef NEGOCE_DISK_H
#define NEGOCE_DISK_H

#include <stdbool.h>

#include "core/rng.h"

typedef struct Disk Disk;

/* Makes every SQLite file opened from now on one of this disk; NULL: of the real one again. */
void disk_use(Disk *disk);

Disk *disk_new(void);
void disk_free(Disk *disk);

/* Called at each sync, before it makes anything certain. */
void disk_at_sync(Disk *disk, void (*cut)(void *who), void *who);

typedef enum Cut {
    CUT_DROPS_ALL,  /* nothing that waits reached the disk */
    CUT_LEAVES_ALL, /* all of it did, though nobody knew */
    CUT_TEARS       /* some pieces did, others not, torn at sectors */
} Cut;

/* The disk as a machine finds it that is switched on again after the power was cut now. */
Disk *disk_after_cut(const Disk *disk, Cut cut, Rng *rng);

#endif
