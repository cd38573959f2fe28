/* assets.h: the page, embedded. tools/embed.py makes the table from web/dist when the project is
   built, so that one file is the whole product. */
#ifndef NEGOCE_ASSETS_H
#define NEGOCE_ASSETS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Asset {
    const char *path; /* "/index.html", "/assets/app-3f2a.js": sorted by their bytes */
    const char *type; /* Content-Type */
    const char *etag; /* with its quotes; changes with the content */
    const unsigned char *data;
    size_t size;
    bool gzip;      /* `data` is compressed: Content-Encoding: gzip */
    bool immutable; /* the name changes with the content: may be kept forever */
} Asset;

extern const Asset assets[];
extern const int assets_count;

#endif
