#include "bots/styles.h"

#include <string.h>

const Sailor sailors[SAILORS] = {
    {"steady", N_("steady"), "Ruyter", {0}},
    {"bold", N_("bold"), "Bart", {.bold = 60, .thrifty = -20}},
    {"spiteful", N_("spiteful"), "Surcouf", {.spiteful = 60, .hard = 25}},
    {"hasty", N_("hasty"), "Drake", {.patient = -60, .bold = 20}},
    {"patient", N_("patient"), "Barents", {.patient = 60, .bold = -20}},
    {"thrifty", N_("thrifty"), "Tourville", {.thrifty = 60, .spiteful = -40, .hard = 25}},
};

const Style strangers[STRANGERS] = {
    {.bold = 100, .patient = -40},     {.thrifty = 100, .bold = -60},
    {.spiteful = 100, .thrifty = -30}, {.patient = 100, .spiteful = -50},
    {.patient = -100, .thrifty = -60},
};

const Style *imagined(int k) {
    static const Style plain = {.plain = true};
    return k < SAILORS ? &sailors[k].style : &plain;
}

const Sailor *sailor_called(const char *id) {
    for (int i = 0; i < SAILORS; i++)
        if (strcmp(sailors[i].id, id) == 0) return &sailors[i];
    return NULL;
}
