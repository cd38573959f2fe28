#include "store/say.h"

#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

#include "core/text.h"

static atomic_bool in_json;

void say_in_json(bool json) {
    in_json = json;
}

static void say(const char *level, const char *format, va_list args) {
    char line[1000], when[32];
    vsnprintf(line, sizeof line, format, args);
    if (!in_json) {
        fprintf(stderr, "negoce: %s\n", line);
        return;
    }
    time_t now = time(NULL);
    struct tm parts;
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &parts));
    Text json = text_grow();
    jot_open(&json, NULL, '{');
    jot_string(&json, "time", when);
    jot_string(&json, "level", level);
    jot_string(&json, "message", line);
    jot_close(&json, '}');
    fprintf(stderr, "%s\n", json.at);
    text_free(&json);
}

void say_news(const char *format, va_list args) {
    say("info", format, args);
}

void say_wrong(const char *format, ...) {
    va_list args;
    va_start(args, format);
    say("warning", format, args);
    va_end(args);
}
