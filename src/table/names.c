#include "table/names.h"

static const char *const harbours[] = {
    "Saint-Malo",  "La Rochelle", "Lorient",      "Nantes",     "Bordeaux",  "Dieppe",
    "Honfleur",    "Marseille",   "Amsterdam",    "Middelburg", "Enkhuizen", "Hoorn",
    "Antwerpen",   "Lübeck",      "Hamburg",      "Gdańsk",     "Riga",      "Bergen",
    "København",   "Lisboa",      "Porto",        "Sevilla",    "Cádiz",     "Genova",
    "Venezia",     "Ragusa",      "Livorno",      "Valletta",   "Smyrna",    "Alexandria",
    "Bristol",     "Plymouth",    "Galway",       "Funchal",    "Mindelo",   "Gorée",
    "Zanzibar",    "Mocha",       "Masqat",       "Hormuz",     "Surat",     "Goa",
    "Cochin",      "Pondichéry",  "Galle",        "Malacca",    "Bantam",    "Ambon",
    "Ternate",     "Manila",      "Macau",        "Hội An",     "Nagasaki",  "Port-Louis",
    "Basse-Terre", "Fort-Royal",  "Saint-Pierre", "Willemstad", "La Habana", "Veracruz",
    "Cartagena",   "Portobelo",   "Salvador",     "Québec"};

static const char *const winds[] = {"Alizé",    "Mistral",   "Sirocco", "Tramontane", "Zéphyr",
                                    "Libeccio", "Grecale",   "Ponant",  "Levant",     "Ostro",
                                    "Meltem",   "Harmattan", "Pampero", "Bora",       "Suroît",
                                    "Noroît",   "Galerne",   "Autan",   "Khamsin",    "Maestrale"};

#define PICK(list) list[luck % (sizeof list / sizeof *list)]

const char *harbour_name(uint32_t luck) {
    return PICK(harbours);
}

const char *wind_name(uint32_t luck) {
    return PICK(winds);
}
