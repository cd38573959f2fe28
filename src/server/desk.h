/* desk.h: where who runs the house asks for its acts while it runs (`negoce admin`).

   A local socket in the data folder, for its owner alone; who comes is asked who he is by the
   system (SO_PEERCRED), and only the account the server runs as, and root, are heard. One request a
   line: an act and what it is about, parted by tabs; `import` is followed by so many bytes. The
   answer is `ok` or `no`, and what there is to tell. */
#ifndef NEGOCE_DESK_H
#define NEGOCE_DESK_H

#include "server/inside.h"

/* Opens the desk; where it cannot be, the house is run without one, and says so. */
void desk_open(Server *server);

/* Closes it, and sends away who stands there. */
void desk_close(Server *server);

/* What an act means for those who are here, whoever did it. */
void desk_carry_out(Server *server, const char *word, const char *subject);

#endif
