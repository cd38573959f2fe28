#include "people/rating.h"

#include <math.h>

#include "core/game.h"

static const double beta = 25.0 / 6; /* how far one game strays from skill */
static const double kappa = 0.0001;  /* no game makes anybody surer than this */
static const double point = 40;      /* points of one mu */
static const double new_points = 1500;

/* How much more, and how much more surely, one seat has shown than was expected. */
typedef struct Update {
    double omega, delta;
} Update;

/* For each rank that was still to be had when `seat` got his: how likely it was that he would be
   the one to get it. Those of equal rank share it. */
static Update update_of(int seat, const double *strength, const int *rank, int count) {
    Update update = {0, 0};
    for (int q = 0; q < count; q++) {
        double left = 0, sharing = 0;
        if (rank[q] > rank[seat]) continue;
        for (int i = 0; i < count; i++) {
            if (rank[i] >= rank[q]) left += strength[i];
            sharing += rank[i] == rank[q];
        }
        double chance = strength[seat] / left;
        update.omega += ((q == seat) - chance) / sharing;
        update.delta += chance * (1 - chance) / sharing;
    }
    return update;
}

void rating_update(Rating *players, const int *rank, int count, double tau) {
    double variance[SEATS_MAX], strength[SEATS_MAX], spread = 0;
    Update update[SEATS_MAX];
    for (int i = 0; i < count; i++) {
        variance[i] = players[i].sigma * players[i].sigma + tau * tau;
        spread += variance[i] + beta * beta;
    }
    double c = sqrt(spread);
    for (int i = 0; i < count; i++)
        strength[i] = exp(players[i].mu / c);
    for (int i = 0; i < count; i++)
        update[i] = update_of(i, strength, rank, count);
    for (int i = 0; i < count; i++) {
        double sigma = sqrt(variance[i]);
        double surer = sigma / c * (variance[i] / spread) * update[i].delta;
        players[i].mu += variance[i] / c * update[i].omega;
        double most =
            fmax(players[i].sigma, RATING_SIGMA); /* nobody is less known than a newcomer */
        players[i].sigma = fmin(sigma * sqrt(fmax(1 - surer, kappa)), most);
    }
}

int rating_points(Rating rating) {
    return (int)lround(new_points + point * (rating.mu - RATING_MU));
}

int rating_margin(Rating rating) {
    return (int)lround(point * rating.sigma);
}
