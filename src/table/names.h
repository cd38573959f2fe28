/* names.h: what tables and people are called who have not said so. `luck` is any number. */
#ifndef NEGOCE_TABLE_NAMES_H
#define NEGOCE_TABLE_NAMES_H

#include <stdint.h>

const char *harbour_name(uint32_t luck); /* of a table */
const char *wind_name(uint32_t luck);    /* of a guest */

#endif
