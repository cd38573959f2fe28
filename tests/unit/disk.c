#include "disk.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

enum { FILES_MAX = 8, NAME_MAX_ = 64, SECTOR = 512, REGIONS_MAX = 64 };

typedef enum Act { WRITE, TRUNCATE, REMOVE } Act;

/* Something that was done to a file and is not certain yet. */
typedef struct Pending {
    Act act;
    sqlite3_int64 at;
    int size;
    unsigned char *bytes;
} Pending;

typedef struct Image {
    bool there;
    unsigned char *bytes;
    sqlite3_int64 size;
} Image;

typedef struct File {
    char name[NAME_MAX_];
    Image now, certain; /* as programs see it; as a cut leaves it where all that waits is lost */
    Pending *pending;
    int waiting, room;
    void *region[REGIONS_MAX]; /* the memory a write-ahead log shares */
} File;

struct Disk {
    File file[FILES_MAX];
    int files;
    void (*cut)(void *who);
    void *who;
};

typedef struct Handle {
    sqlite3_file base;
    Disk *disk;
    File *file;
    bool temporary;
} Handle;

static Disk *disk_in_use;

static void *must(void *memory) {
    if (!memory) abort();
    return memory;
}

/* --- files ------------------------------------------------------------------------------------ */

static void image_resize(Image *image, sqlite3_int64 size) {
    if (size > image->size) {
        image->bytes = must(realloc(image->bytes, (size_t)size));
        memset(image->bytes + image->size, 0, (size_t)(size - image->size));
    }
    image->size = size;
}

static void image_write(Image *image, sqlite3_int64 at, const unsigned char *bytes, int size) {
    if (at + size > image->size) image_resize(image, at + size);
    memcpy(image->bytes + at, bytes, (size_t)size);
}

static void image_copy(Image *to, const Image *from) {
    free(to->bytes);
    *to = (Image){.there = from->there, .size = from->size};
    if (from->size) {
        to->bytes = must(malloc((size_t)from->size));
        memcpy(to->bytes, from->bytes, (size_t)from->size);
    }
}

static void image_clear(Image *image) {
    free(image->bytes);
    *image = (Image){0};
}

/* Does to an image what was done to its file. */
static void perform(Image *image, const Pending *p) {
    switch (p->act) {
    case WRITE:
        image->there = true;
        image_write(image, p->at, p->bytes, p->size);
        return;
    case TRUNCATE: image_resize(image, p->at); return;
    case REMOVE: image_clear(image); return;
    }
}

/* The same after a cut: a write loses some of its sectors, the rest happens whole or not at all. */
static void perform_torn(Image *image, const Pending *p, Rng *rng) {
    if (p->act != WRITE) {
        if (rng_below(rng, 2)) perform(image, p);
        return;
    }
    for (int done = 0; done < p->size;) {
        int size = SECTOR - (int)((p->at + done) % SECTOR);
        if (size > p->size - done) size = p->size - done;
        if (rng_below(rng, 2)) {
            image->there = true;
            image_write(image, p->at + done, p->bytes + done, size);
        }
        done += size;
    }
}

static void forget_pending(File *file) {
    for (int i = 0; i < file->waiting; i++)
        free(file->pending[i].bytes);
    file->waiting = 0;
}

static void wait_for_sync(File *file, Act act, sqlite3_int64 at, const void *bytes, int size) {
    if (file->waiting == file->room) {
        file->room = file->room ? 2 * file->room : 16;
        file->pending = must(realloc(file->pending, (size_t)file->room * sizeof *file->pending));
    }
    Pending p = {act, at, size, NULL};
    if (size) {
        p.bytes = must(malloc((size_t)size));
        memcpy(p.bytes, bytes, (size_t)size);
    }
    file->pending[file->waiting++] = p;
    perform(&file->now, &p);
}

static File *file_find(Disk *disk, const char *name) {
    for (int i = 0; i < disk->files; i++)
        if (strcmp(disk->file[i].name, name) == 0) return &disk->file[i];
    return NULL;
}

static File *file_make(Disk *disk, const char *name) {
    File *file = file_find(disk, name);
    if (file) return file;
    if (disk->files == FILES_MAX || strlen(name) >= NAME_MAX_) abort();
    file = &disk->file[disk->files++];
    strcpy(file->name, name);
    return file;
}

static void file_free(File *file) {
    forget_pending(file);
    free(file->pending);
    free(file->now.bytes);
    free(file->certain.bytes);
    for (int i = 0; i < REGIONS_MAX; i++)
        free(file->region[i]);
}

/* --- what SQLite asks of an open file ----------------------------------------------------------
 */

static File *file_of(sqlite3_file *base) {
    return ((Handle *)base)->file;
}

static int disk_close(sqlite3_file *base) {
    Handle *h = (Handle *)base;
    if (!h->temporary) return SQLITE_OK;
    file_free(h->file);
    free(h->file);
    return SQLITE_OK;
}

static int disk_read(sqlite3_file *base, void *out, int size, sqlite3_int64 at) {
    const Image *now = &file_of(base)->now;
    sqlite3_int64 have = at < now->size ? now->size - at : 0;
    if (have > size) have = size;
    if (have) memcpy(out, now->bytes + at, (size_t)have);
    memset((char *)out + have, 0, (size_t)(size - have));
    return have == size ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static int disk_write(sqlite3_file *base, const void *bytes, int size, sqlite3_int64 at) {
    wait_for_sync(file_of(base), WRITE, at, bytes, size);
    return SQLITE_OK;
}

static int disk_truncate(sqlite3_file *base, sqlite3_int64 size) {
    wait_for_sync(file_of(base), TRUNCATE, size, NULL, 0);
    return SQLITE_OK;
}

static int disk_sync(sqlite3_file *base, int flags) {
    (void)flags;
    Handle *h = (Handle *)base;
    if (h->temporary) return SQLITE_OK;
    if (h->disk->cut) h->disk->cut(h->disk->who);
    image_copy(&h->file->certain, &h->file->now);
    forget_pending(h->file);
    return SQLITE_OK;
}

static int disk_size(sqlite3_file *base, sqlite3_int64 *size) {
    *size = file_of(base)->now.size;
    return SQLITE_OK;
}

/* Nobody else is there: every lock is free. */
static int disk_lock(sqlite3_file *base, int level) {
    (void)base;
    (void)level;
    return SQLITE_OK;
}

static int disk_reserved(sqlite3_file *base, int *held) {
    (void)base;
    *held = 0;
    return SQLITE_OK;
}

static int disk_control(sqlite3_file *base, int op, void *arg) {
    (void)base;
    (void)op;
    (void)arg;
    return SQLITE_NOTFOUND;
}

static int disk_sector(sqlite3_file *base) {
    (void)base;
    return 4096;
}

static int disk_traits(sqlite3_file *base) {
    (void)base;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static int disk_shm_map(sqlite3_file *base, int region, int size, int extend, void volatile **out) {
    File *file = file_of(base);
    if (region >= REGIONS_MAX) abort();
    if (!file->region[region] && extend) file->region[region] = must(calloc(1, (size_t)size));
    *out = file->region[region];
    return SQLITE_OK;
}

static int disk_shm_lock(sqlite3_file *base, int offset, int n, int flags) {
    (void)base;
    (void)offset;
    (void)n;
    (void)flags;
    return SQLITE_OK;
}

static void disk_shm_barrier(sqlite3_file *base) {
    (void)base;
}

static int disk_shm_unmap(sqlite3_file *base, int remove) {
    File *file = file_of(base);
    for (int i = 0; remove && i < REGIONS_MAX; i++) {
        free(file->region[i]);
        file->region[i] = NULL;
    }
    return SQLITE_OK;
}

static const sqlite3_io_methods methods = {.iVersion = 2,
                                           .xClose = disk_close,
                                           .xRead = disk_read,
                                           .xWrite = disk_write,
                                           .xTruncate = disk_truncate,
                                           .xSync = disk_sync,
                                           .xFileSize = disk_size,
                                           .xLock = disk_lock,
                                           .xUnlock = disk_lock,
                                           .xCheckReservedLock = disk_reserved,
                                           .xFileControl = disk_control,
                                           .xSectorSize = disk_sector,
                                           .xDeviceCharacteristics = disk_traits,
                                           .xShmMap = disk_shm_map,
                                           .xShmLock = disk_shm_lock,
                                           .xShmBarrier = disk_shm_barrier,
                                           .xShmUnmap = disk_shm_unmap};

/* --- what SQLite asks of the disk ---------------------------------------------------------------
 */

static int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags, int *out) {
    (void)vfs;
    Handle *h = (Handle *)base;
    *h = (Handle){.base = {NULL}, .disk = disk_in_use, .temporary = !name};
    h->file = name ? file_make(disk_in_use, name) : must(calloc(1, sizeof *h->file));
    if (!h->file->now.there && !h->temporary && !(flags & SQLITE_OPEN_CREATE))
        return SQLITE_CANTOPEN;
    h->file->now.there = true;
    h->base.pMethods = &methods;
    if (out) *out = flags;
    return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int sync) {
    (void)vfs;
    File *file = file_find(disk_in_use, name);
    if (!file || !file->now.there) return SQLITE_IOERR_DELETE_NOENT;
    wait_for_sync(file, REMOVE, 0, NULL, 0);
    if (!sync) return SQLITE_OK;
    image_clear(&file->certain);
    forget_pending(file);
    return SQLITE_OK;
}

static int vfs_access(sqlite3_vfs *vfs, const char *name, int flags, int *there) {
    (void)vfs;
    const File *file = file_find(disk_in_use, name);
    *there = file && file->now.there && (flags != SQLITE_ACCESS_EXISTS || file->now.size > 0);
    return SQLITE_OK;
}

static int vfs_path(sqlite3_vfs *vfs, const char *name, int room, char *out) {
    (void)vfs;
    sqlite3_snprintf(room, out, "%s", name);
    return SQLITE_OK;
}

void disk_use(Disk *disk) {
    static sqlite3_vfs vfs = {.iVersion = 1,
                              .szOsFile = sizeof(Handle),
                              .mxPathname = NAME_MAX_,
                              .zName = "disk",
                              .xOpen = vfs_open,
                              .xDelete = vfs_delete,
                              .xAccess = vfs_access,
                              .xFullPathname = vfs_path};
    static sqlite3_vfs *real;
    if (!real) {
        real = sqlite3_vfs_find(NULL);
        vfs.xRandomness = real->xRandomness;
        vfs.xSleep = real->xSleep;
        vfs.xCurrentTime = real->xCurrentTime;
    }
    disk_in_use = disk;
    sqlite3_vfs_register(disk ? &vfs : real, 1);
}

Disk *disk_new(void) {
    return must(calloc(1, sizeof(Disk)));
}

void disk_free(Disk *disk) {
    for (int i = 0; i < disk->files; i++)
        file_free(&disk->file[i]);
    free(disk);
}

void disk_at_sync(Disk *disk, void (*cut)(void *who), void *who) {
    disk->cut = cut;
    disk->who = who;
}

Disk *disk_after_cut(const Disk *disk, Cut cut, Rng *rng) {
    Disk *after = disk_new();
    for (int i = 0; i < disk->files; i++) {
        const File *from = &disk->file[i];
        File *to = file_make(after, from->name);
        image_copy(&to->certain, &from->certain);
        for (int p = 0; p < from->waiting; p++) {
            if (cut == CUT_LEAVES_ALL) perform(&to->certain, &from->pending[p]);
            if (cut == CUT_TEARS) perform_torn(&to->certain, &from->pending[p], rng);
        }
        image_copy(&to->now, &to->certain);
    }
    return after;
}
