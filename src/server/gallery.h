/* gallery.h: the games of the week: finished games everybody may see, those with the closest finish
   and the largest turn of fortune (table/fortune.h). They are looked for beside the loop when
   somebody asks and what is known is a minute old. */
#ifndef NEGOCE_GALLERY_H
#define NEGOCE_GALLERY_H

#include "server/inside.h"
#include "server/socket.h"

/* Answers a request for the gallery. */
void gallery_ask(Job *job);

/* A table was closed or removed: what is known may have it. */
void gallery_forget(Server *server);

#endif
