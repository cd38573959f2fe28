#include "servers.h"

#include <dirent.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "echo.h"
#include "figures.h"
#include "line.h"

const char *server_binary = "build/negoce";
Server servers[SERVERS];

static int free_port(void) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    int probe = socket(AF_INET, SOCK_STREAM, 0);
    if (probe < 0 || bind(probe, (struct sockaddr *)&at, size) ||
        getsockname(probe, (struct sockaddr *)&at, &size))
        give_up("no free port");
    close(probe);
    return ntohs(at.sin_port);
}

static void remove_folder(const char *path) {
    DIR *folder = opendir(path);
    for (struct dirent *file; folder && (file = readdir(folder)) != NULL;)
        if (file->d_name[0] != '.') unlinkat(dirfd(folder), file->d_name, 0);
    if (folder) closedir(folder);
    rmdir(path);
}

void server_stop(Server *server) {
    if (server->pid) {
        kill(server->pid, SIGTERM);
        waitpid(server->pid, NULL, 0);
    }
    if (server->data[0]) remove_folder(server->data);
    *server = (Server){0};
}

void servers_stop(void) {
    for (int i = 0; i < SERVERS; i++)
        server_stop(&servers[i]);
}

static void wait_for(const Server *server) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)server->port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    for (double end = now() + START_SECONDS; now() < end; usleep(10000)) {
        int probe = socket(AF_INET, SOCK_STREAM, 0);
        bool there = connect(probe, (struct sockaddr *)&to, sizeof to) == 0;
        close(probe);
        if (there) return;
        if (waitpid(server->pid, NULL, WNOHANG) != 0) break;
    }
    errno = 0;
    give_up("the server does not start");
}

static void begin_negoce(const Server *server) {
    char port[8], many[] = "1000000";
    snprintf(port, sizeof port, "%d", server->port);
    char connections[8];
    snprintf(connections, sizeof connections, "%d", CONNECTIONS_MAX);
    execl(server_binary, server_binary, "serve", "--quiet", "--port", port, "--data", server->data,
          "--rate", many, "--opens", many, "--neighbours", many, "--brings", many, "--connections",
          connections, (char *)NULL);
    _exit(1);
}

void server_start(Server *server, bool echo) {
    *server = (Server){.port = free_port()};
    if (!echo) {
        const char *folder = getenv("TMPDIR");
        int length = snprintf(server->data, sizeof server->data, "%s/negoce-load-XXXXXX",
                              folder && *folder ? folder : "/tmp");
        if (length >= (int)sizeof server->data || !mkdtemp(server->data))
            give_up("no folder for the data");
    }
    server->pid = fork();
    if (server->pid < 0) give_up("fork");
    if (server->pid == 0) {
        signal(SIGINT, SIG_IGN);
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (!freopen("/dev/null", "w", stdout)) _exit(1);
        if (echo) echo_serve(server->port);
        begin_negoce(server);
    }
    if (clock_getcpuclockid(server->pid, &server->clock)) give_up("the server's time");
    wait_for(server);
}

double server_memory(const Server *server) {
    char path[64], line[128];
    double held = -1;
    snprintf(path, sizeof path, "/proc/%d/status", (int)server->pid);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "RssAnon: %lf", &held) == 1) break;
    if (!file || held < 0) give_up("the server's memory");
    fclose(file);
    return held;
}
