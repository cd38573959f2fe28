/* voc.h: VOC!, basic and advanced, as one constant. */
#ifndef NEGOCE_VOC_H
#define NEGOCE_VOC_H

#include "core/game.h"

extern const Game voc;

#endif
