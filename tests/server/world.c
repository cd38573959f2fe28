/* world.c: preloaded into a server under test, it is another world: the wall clock is as many
   seconds ahead as the file WORLD_WALL says, the disk is full while there is a file WORLD_FULL and
   keeps nothing while there is a file WORLD_SLOW, every name of example.org leads to WORLD_ADDRESS,
   and the name server of example.net never answers. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <netdb.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long ahead(void) {
    const char *path = getenv("WORLD_WALL");
    FILE *file = path ? fopen(path, "r") : NULL;
    long seconds = 0;
    if (file && fscanf(file, "%ld", &seconds) != 1) seconds = 0;
    if (file) fclose(file);
    return seconds;
}

int clock_gettime(clockid_t clock, struct timespec *out) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(clock, out);
    if (clock == CLOCK_REALTIME && result == 0) out->tv_sec += ahead();
    return result;
}

time_t time(time_t *out) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out) *out = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone) {
    struct timespec now;
    (void)zone;
    int result = clock_gettime(CLOCK_REALTIME, &now);
    *out = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return result;
}

/* What SQLite writes with. */
ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t at) {
    static ssize_t (*real)(int, const void *, size_t, off64_t);
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, "pwrite64");
    const char *path = getenv("WORLD_FULL");
    if (!path || access(path, F_OK) != 0) return real(file, bytes, size, at);
    errno = ENOSPC;
    return -1;
}

/* What it waits for until a commit is kept. */
int fdatasync(int file) {
    static int (*real)(int);
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, "fdatasync");
    const char *path = getenv("WORLD_SLOW");
    while (path && access(path, F_OK) == 0)
        usleep(10000);
    return real(file);
}

int getaddrinfo(const char *restrict host, const char *restrict service,
                const struct addrinfo *restrict hints, struct addrinfo **restrict out) {
    static int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, "getaddrinfo");
    const char *to = getenv("WORLD_ADDRESS");
    size_t size = host ? strlen(host) : 0;
    if (size >= 11 && strcmp(host + size - 11, "example.net") == 0)
        for (;;)
            pause();
    bool ours = to && size >= 11 && strcmp(host + size - 11, "example.org") == 0;
    return real(ours ? to : host, service, hints, out);
}
