/* rating.h: how good somebody is, as far as finished games tell.

   The method is Weng and Lin's (2011) with the Plackett-Luce model, as OpenSkill has it: a skill is
   a mean and how unsure it is, and a game among many moves each by how its rank compares with what
   was to be expected. A pure function of the games in their order, so ratings can be made again
   from nothing. People read points, which put a newcomer at 1500. */
#ifndef NEGOCE_RATING_H
#define NEGOCE_RATING_H

typedef struct Rating {
    double mu, sigma;
} Rating;

/* Where everybody begins; how much is forgotten between two games, so that nobody stands still. */
#define RATING_MU    25.0
#define RATING_SIGMA (25.0 / 3)
#define RATING_TAU   (25.0 / 300)

#define RATING_NEW ((Rating){RATING_MU, RATING_SIGMA})

/* Moves the ratings of those who played one game; rank 1 is best, equal ranks share. */
void rating_update(Rating *players, const int *rank, int count, double tau);

/* Points, and how unsure they are (one standard deviation). */
int rating_points(Rating rating);
int rating_margin(Rating rating);

#endif
