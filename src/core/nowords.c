/* No French: the browser's build of the engine tells English sentences, the keys of the page's
 * catalogue. */
#include "core/catalogue.h"

const WordPair words_fr[] = {{0, 0}};

const int words_fr_count = 0;
