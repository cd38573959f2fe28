/* signin.h: signing in and out. A guest who signs in may bring his tables along (store/bring.c). */
#ifndef NEGOCE_SERVER_SIGNIN_H
#define NEGOCE_SERVER_SIGNIN_H

#include "server/socket.h"

void ask_sign_in(Job *job);
void ask_sign_out(Job *job);

#endif
