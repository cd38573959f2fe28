/* chart.h: the two navigation charts and the walk along a captain's line.

   A chart is 1000 x 760 whole units, north up. The tables come from charts.txt through
   tools/charts: land is kept as bits of small cells, most of which are alike, so that a point is
   judged at once and every machine judges alike. A Walk follows a line step by step:
   it notes ports, stops at a coast, at the edge or at the home line, and knows the last safe point
   on the way. */
#ifndef NEGOCE_VOC_CHART_H
#define NEGOCE_VOC_CHART_H

#include <stdbool.h>
#include <stdint.h>

enum {
    CHARTS = 2, /* near east, far east */
    PORTS = 10,
    CHART_PORTS = 7, /* at most, on one chart */
    CHART_WIDE = 1000,
    CHART_HIGH = 760,
    HOME_Y = CHART_HIGH - 1, /* the home line */
    LEFT_Y = 747,            /* a ship that was here has left harbour */
    LOOSE_STEPS = 6,         /* steps that ignore land after a grounding */
    CELL = 10,               /* units of a pilot's cell */
    CELLS_ACROSS = CHART_WIDE / CELL,
    CELLS_DOWN = CHART_HIGH / CELL,
    CELLS = CELLS_ACROSS * CELLS_DOWN,
    WAY_STEP = 8, /* units in one count of voc_ways */
    NO_WAY = 255  /* of voc_ways */
};

typedef enum Good {
    GOOD_TEXTILE,
    GOOD_CINNAMON,
    GOOD_COFFEE,
    GOOD_PEPPER,
    GOOD_NUTMEG,
    GOOD_CLOVES,
    GOOD_TEA,
    GOODS
} Good;

typedef struct Port {
    const char *name; /* "masulipatnam": in notation, and a word of the catalogue */
    uint8_t good;     /* Good */
    uint8_t tokens;   /* at the start */
    uint8_t chart;
    int16_t x, y, radius;
    int16_t anchor_x, anchor_y; /* where a pilot aims: inside, on the side of home */
} Port;

typedef struct Chart {
    const char *name;
    int16_t home_left, home_right; /* x of the home line, both included */
    uint8_t first_port, ports;
} Chart;

extern const Chart voc_charts[CHARTS];
extern const Port voc_ports[PORTS];
extern const uint16_t voc_cells[CHARTS][CELLS];       /* the shore of each cell */
extern const uint16_t voc_shores[][CELL];             /* bit x of word y: land */
extern const uint8_t voc_clear[CHARTS][CELLS];        /* units to the next coast or edge */
extern const uint8_t voc_plain[CHARTS][CELLS];        /* 0, or 1 and the rings of cells around it */
                                                      /* that are all plain sea as itself: no */
                                                      /* land, port, edge or home line */
extern const uint8_t voc_ways[PORTS + CHARTS][CELLS]; /* to each port, then to each home line */
extern const int16_t voc_outline[][2];                /* every outline, point by point */
extern const uint16_t voc_outline_ends[];             /* where each outline ends in voc_outline */
extern const uint16_t voc_outlines[CHARTS];           /* outlines of each chart, in order */

typedef enum Ending {
    END_OPEN,    /* the walk goes on */
    END_SEA,     /* at rest at sea or in a port */
    END_HARBOUR, /* at rest, never left */
    END_AGROUND,
    END_HOME,
    ENDINGS
} Ending;

typedef struct Walk {
    int16_t x, y;               /* where the walk is */
    int16_t safe_x, safe_y;     /* the last safe point */
    uint8_t noted[CHART_PORTS]; /* ports in the order they were met */
    uint8_t visits;             /* how many */
    uint8_t ending;             /* Ending: open, aground or home */
    uint8_t away;               /* began at sea, or has left harbour: the home line is home */
    uint8_t loose;              /* steps that still ignore land */
    uint8_t moved;              /* at least one step was made */
} Walk;

/* True on land or off the chart; ports do not matter here. */
bool voc_is_land(int chart, int x, int y);

/* The port whose circle holds this point, or -1. */
int voc_port_at(int chart, int x, int y);

/* The port in whose circle a point lies, or the nearest one; `inside` tells which. */
int voc_port_near(int chart, int x, int y, bool *inside);

/* A walk that begins at (x, y): from the home line, or where the ship lies (perhaps aground). */
Walk walk_begin(int x, int y, bool from_home, bool aground);

/* Follows a straight line of (dx, dy). */
void walk_line(Walk *w, int chart, int dx, int dy);

/* The pen is lifted: where the ship lies now goes into safe_x, safe_y. Never END_OPEN. */
Ending walk_rest(const Walk *w, int chart);

/* sin and cos of `angle` in hundredths of a degree, times 16384. */
int voc_sin(int angle);
int voc_cos(int angle);

#endif
