/* bot.c: a bot for Négoce in C: plays any game by docs/bot-protocol.md, the last legal move listed.

     cc -O2 -o bot examples/bot.c
     negoce arena byzanz --bots "exec:./bot,trader,trader" --games 30 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *line = NULL, *chosen = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "legal ", 6) == 0) {
            free(chosen);
            chosen = strdup(line + 6);
        } else if (strncmp(line, "go ", 3) == 0) {
            printf("move %s\n", chosen ? chosen : "");
            fflush(stdout);
        }
    }
    free(chosen);
    free(line);
    return 0;
}
