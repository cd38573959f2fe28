#include "store/keys.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/text.h"
#include "store/sqlite.h"

int key_read(const char *folder, const char *name, void *out, size_t room) {
    char *path = sqlite_path(folder, name);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = file < 0 ? -1 : read(file, out, room);
    int error = errno; /* where it failed */
    if (file >= 0) close(file);
    free(path);
    errno = error;
    return (int)size;
}

/* The place of a file in its folder is kept by the folder. */
static void sync_folder(const char *folder) {
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) return;
    fsync(file);
    close(file);
}

bool key_write(const char *folder, const char *name, const void *bytes, size_t size) {
    char *path = sqlite_path(folder, name);
    Text beside = text_grow();
    text_printf(&beside, "%s.XXXXXX", path);
    int file = mkstemp(beside.at); /* readable by its owner alone */
    bool well = file >= 0 && store_give(file, folder) &&
                write(file, bytes, size) == (ssize_t)size && fsync(file) == 0;
    if (file >= 0) well = close(file) == 0 && well;
    well = well && rename(beside.at, path) == 0;
    if (well) sync_folder(folder);
    if (!well && file >= 0) unlink(beside.at);
    text_free(&beside);
    free(path);
    return well;
}
