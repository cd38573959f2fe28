/* harbours.h: names for tables and guests that nobody named. */
#ifndef NEGOCE_HARBOURS_H
#define NEGOCE_HARBOURS_H

/* A harbour of the age of sail, for a table. */
const char *harbour_name(void);

/* A wind, for a guest. Winds keep their names in every language. */
const char *wind_name(void);

#endif
