#include "store/notices.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/apply.h"

StoreNotice *notice_new(NoticeKind kind, const char *id) {
    StoreNotice *notice = must(calloc(1, sizeof *notice));
    notice->kind = kind;
    snprintf(notice->id, sizeof notice->id, "%s", id);
    return notice;
}

static void notice_lines(Sqlite *db, const Call *call, NoticeSend send, void *who) {
    StoreNotice *notice = notice_new(NOTICE_LINES, call->table.id);
    notice->from = call->batch.expected;
    notice->count = call->batch.count;
    notice->lines = must(strdup(call->batch.lines));
    notice->stage = call->batch.stage;
    if (call->batch.clocks) notice->clocks = must(strdup(call->batch.clocks));
    notice->people = apply_people(db, call->table.id);
    send(who, notice);
    if (call->kind == CREATE && call->table.previous[0])
        send(who, notice_new(NOTICE_TABLE, call->table.previous));
}

static void notice_account(const Call *call, NoticeSend send, void *who) {
    const AccountCall *act = call->account;
    static const uint8_t none[SESSION_BYTES];
    if (act->act == ACCOUNT_TOUCH || act->act == ACCOUNT_HIDE || act->act == ACCOUNT_CODE) return;
    StoreNotice *notice = notice_new(NOTICE_ACCOUNT, act->id);
    notice->everywhere =
        act->everywhere || act->act == ACCOUNT_PASSWORD || act->act == ACCOUNT_DELETE;
    notice->deleted = act->act == ACCOUNT_DELETE && call->answer->count;
    memcpy(notice->session, act->act == ACCOUNT_PASSWORD ? act->session.hash : act->drop,
           SESSION_BYTES);
    if (act->guest[0]) notice->text = must(strdup(act->guest));
    bool concerns =
        notice->everywhere || notice->text || memcmp(notice->session, none, SESSION_BYTES) != 0;
    if (concerns)
        send(who, notice);
    else
        free(notice);
    if (act->act == ACCOUNT_OPEN) {
        notice = notice_new(NOTICE_PERSON, act->id);
        notice->text = must(strdup(act->name));
        send(who, notice);
    }
    if (!sqlite_account_rewrites(act->act) || !call->answer->lines) return;
    for (const char *id = call->answer->lines; *id; id += strcspn(id, "\n"), id += *id == '\n') {
        char name[TABLE_ID_MAX + 1];
        Text text = text_over(name, sizeof name);
        text_add_n(&text, id, strcspn(id, "\n"));
        if (name[0]) send(who, notice_new(NOTICE_TABLE, name));
    }
}

void notices_of(Sqlite *db, const Call *call, NoticeSend send, void *who) {
    StoreNotice *notice;
    if (call->answer->result != STORE_DONE || call->answer->why.text) return;
    switch (call->kind) {
    case CREATE:
    case APPEND: notice_lines(db, call, send, who); return;
    case UNLIST: send(who, notice_new(NOTICE_TABLE, call->table.id)); return;
    case SAVE_PERSON:
        notice = notice_new(NOTICE_PERSON, call->person.id);
        notice->text = must(strdup(call->person.name));
        memcpy(notice->session, call->person.session, SESSION_BYTES);
        send(who, notice);
        return;
    case ACCOUNT: notice_account(call, send, who); return;
    case ADMIN:
        notice = notice_new(NOTICE_ACT, call->act->words[1]);
        notice->text = must(strdup(call->act->words[0]));
        send(who, notice);
        return;
    default: return;
    }
}
