/* notices.h: what the server is told of a message another node published, once it is done here. */
#ifndef NEGOCE_STORE_NOTICES_H
#define NEGOCE_STORE_NOTICES_H

#include "store/call.h"

typedef void (*NoticeSend)(void *who, StoreNotice *notice);

StoreNotice *notice_new(NoticeKind kind, const char *id);

/* Sends the notices of a call that was done; those it is nothing to send about send none. */
void notices_of(Sqlite *db, const Call *call, NoticeSend send, void *who);

#endif
