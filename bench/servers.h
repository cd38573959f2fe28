/* servers.h: the servers a load is put on: ours, with its data in a folder of its own, and the bare
   echo beside it. Whatever is started here is stopped by servers_stop. */
#ifndef NEGOCE_SERVERS_H
#define NEGOCE_SERVERS_H

#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

enum {
    CONNECTIONS_MAX = 10000,
    START_SECONDS = 20 /* for a server to answer, and for all to be seated */
};

typedef struct Server {
    pid_t pid; /* 0: none */
    int port;
    clockid_t clock; /* its time on the cores */
    char data[256];  /* its folder, "": none */
} Server;

enum { NEGOCE, ECHO, SERVERS };
extern Server servers[SERVERS];
extern const char *server_binary;

void server_start(Server *server, bool echo);
void server_stop(Server *server);
void servers_stop(void);

/* Kilobytes it holds that are its own. */
double server_memory(const Server *server);

#endif
