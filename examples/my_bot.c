/* A bot in C, as a starting point for yours. In this folder, with Spadille installed:
 *
 *     cc -O2 -o my_bot my_bot.c
 *     spadille bot check cmd:./my_bot
 *     spadille arena cmd:./my_bot beginner
 *
 * Spadille asks on standard input, and the bot answers on standard output (docs/bots/protocol.md).
 * This one needs no JSON: it reads the legal actions, and the phase from the view. */

#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *view, *legal, *choose; /* the last lines of each kind */

static void keep(char **place, const char *text) {
    free(*place);
    *place = text == NULL ? NULL : strdup(text);
}

/* Returns the text after a word and a space if the line begins with it, or NULL. */
static char *after(char *line, const char *word) {
    size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && line[length] == ' ' ? line + length + 1 : NULL;
}

/* Returns whether the seat is bidding, since the view is JSON on one line. */
static int bidding(void) { return strstr(view, "\"phase\":\"bidding\"") != NULL; }

/* Returns how many aces and kings the seat holds: cards look like "SA" in the view. */
static int high_cards(void) {
    int count = 0;
    char *hand = strstr(view, "\"hand\":[");
    char *end = hand == NULL ? NULL : strchr(hand, ']');
    for (; hand != NULL && hand < end; hand++)
        count += (hand[0] == 'A' || hand[0] == 'K') && hand[1] == '"';
    return count;
}

/* Passes the first cards of a choice: "pass 1,2 H3 C9" takes two, "swap 0 H3" none. */
static void choose_cards(void) {
    char *word = strtok(choose, " "), *sizes = strtok(NULL, " ");
    char *last = strrchr(sizes, ',');
    int size = atoi(last == NULL ? sizes : last + 1);
    printf("action %s%s", word, size == 0 ? " -" : "");
    for (; size > 0; size--) printf(" %s", strtok(NULL, " "));
    printf("\n");
}

/* Takes the legal bid that is nearest to the high cards, or the first legal action. */
static void act(void) {
    int wanted = high_cards(), best = 100;
    char *taken = NULL, *rest = legal, *one;
    if (choose != NULL) {
        choose_cards();
        return;
    }
    while (rest != NULL) {
        one = rest;
        rest = strstr(rest, ", ");
        if (rest != NULL) {
            *rest = '\0';
            rest += 2;
        }
        int distance = bidding() && one[0] >= '0' && one[0] <= '9' ? abs(atoi(one) - wanted) : 99;
        if (strcmp(one, "look") == 0) distance = -1; /* rather than a blind bid */
        if (taken == NULL || distance < best) {
            taken = one;
            best = distance;
        }
    }
    printf("action %s\n", taken);
}

int main(void) {
    char *line = NULL, *rest;
    size_t room = 0;
    ssize_t length;
    setvbuf(stdout, NULL, _IOLBF, 0); /* or the answers would wait in a buffer */
    while ((length = getline(&line, &room, stdin)) > 0) {
        if (line[length - 1] == '\n') line[length - 1] = '\0';
        if (after(line, "hello") != NULL) printf("hello 1 High bids\n");
        if (after(line, "game") != NULL) printf("ready\n");
        if ((rest = after(line, "view")) != NULL) {
            keep(&view, rest);
            keep(&legal, NULL);
            keep(&choose, NULL);
        }
        if ((rest = after(line, "legal")) != NULL) keep(&legal, rest);
        if ((rest = after(line, "choose")) != NULL) keep(&choose, rest);
        if (after(line, "act") != NULL) act();
        if (strcmp(line, "quit") == 0) break;
    }
    return 0;
}
