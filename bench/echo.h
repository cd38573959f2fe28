/* echo.h: the measure of a server: libwebsockets alone, in a loop of libuv as ours is, that sends
   back what it is sent. */
#ifndef NEGOCE_ECHO_H
#define NEGOCE_ECHO_H

/* Serves at this port of loopback until the process is ended. */
_Noreturn void echo_serve(int port);

#endif
