/* manners.h: whom a person does not want to hear, or to sit with, and what he tells who runs the
   house. The store has it (store/store.h); here it stands beside everyone who is on the line. A
   person is named by his seat or by something he said where he only looked; his id is told to
   nobody. */
#ifndef NEGOCE_MANNERS_H
#define NEGOCE_MANNERS_H

#include "server/answer.h"

/* What the store tells of a person: read when he comes, and again before he sits down somewhere. */
void manners_take(Person *person, const char *lines);
void manners_free(Person *person);

/* A guest came into an account with his tables (store/bring.c): who muted or blocked him meant the
   same person. */
void manners_brought(Server *server, const char *guest, const char *account);

/* Asks the store anew, then goes on with `then`; at once where the store does not know him. */
void manners_refresh(Job *job, void (*then)(Job *job));

/* Whether `who`, a Person, does not hear this one (ChatRange.deaf of table/table.h). */
bool manners_deaf(const void *who, const char *owner);

/* Whether this one has blocked the person; whether either has blocked the other. */
bool manners_blocked(const Person *person, const char *by);
bool manners_apart(const Person *person, const char *other);

/* The same of anybody at the table, or who opened it. */
bool manners_unwelcome(const Person *person, const StoreTable *header, const Table *t);
bool manners_shun(const Person *person, const StoreTable *header, const Table *t);

/* Requests: `regard` and `report` name somebody at a table, `manners` lists whom one has muted or
   blocked, and `forgive` ends it. */
void manners_judge(LiveTable *live, Job *job);
void manners_answer(Job *job);
void manners_forgive(Job *job);

#endif
