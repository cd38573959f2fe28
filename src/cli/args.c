/* args.c: the command line. Options may stand anywhere, as `--name value` or `--name=value`; `--`
   ends them, and `-` alone is an argument. */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

enum { HELP_WIDTH = 80, HELP_COLUMN = 20 };

/* Every subcommand has these two; args_lang has read --lang already, here it is only checked. */
static const Flag lang_flag = {
    .name = "lang", .value = "fr|en", .help = N_("the language; otherwise that of the locale")};
static const Flag help_flag = {.name = "help", .help = N_("this help")};

bool args_number(const char *text, long long least, long long most, long long *out) {
    if (!*text || strlen(text) > 18 || text[strspn(text, "0123456789")]) return false;
    long long n = strtoll(text, NULL, 10);
    if (n < least || n > most) return false;
    *out = n;
    return true;
}

static const char *lang_value(const char *text) {
    static const char *const known[] = {"fr", "en"};
    for (size_t i = 0; text && i < sizeof known / sizeof *known; i++)
        if (strcmp(text, known[i]) == 0) return known[i];
    return NULL;
}

Lang args_lang(int count, char **args) {
    static const char *const places[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (int i = count - 1; i >= 0; i--) { /* the last one counts, as for every option */
        const char *value = NULL;
        if (strncmp(args[i], "--lang=", 7) == 0)
            value = args[i] + 7;
        else if (strcmp(args[i], "--lang") == 0 && i + 1 < count)
            value = args[i + 1];
        if (lang_value(value)) return lang_named(value, LANG_EN);
    }
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const char *value = getenv(places[i]);
        if (value && *value) return lang_named(value, LANG_EN);
    }
    return LANG_EN;
}

/* One option of the help: name and value, then what it is for from HELP_COLUMN on; below a name
   that reaches so far. */
static void help_line(Text *out, Lang lang, const Flag *flag) {
    char name[64];
    Text t = text_over(name, sizeof name);
    text_printf(&t, "  --%s%s%s", flag->name, flag->value ? " " : "",
                flag->value ? words(lang, flag->value) : "");
    bool long_name = columns(name) > HELP_COLUMN - 2;
    pad(out, name, long_name ? 0 : HELP_COLUMN);
    if (long_name) {
        text_char(out, '\n');
        pad(out, "", HELP_COLUMN);
    }
    wrap(out, words(lang, flag->help), HELP_COLUMN, HELP_COLUMN, HELP_WIDTH);
}

static int help(const Cli *cli, const Flag *flags) {
    Text out = text_grow();
    const char *usage = words(cli->lang, cli->command->usage);
    text_printf(&out, "negoce %s%s", cli->command->name, *usage ? " " : "");
    wrap(&out, usage, columns(out.at), 4, HELP_WIDTH);
    text_char(&out, '\n');
    wrap(&out, words(cli->lang, cli->command->help), 0, 0, HELP_WIDTH);
    text_char(&out, '\n');
    for (; flags->name; flags++)
        help_line(&out, cli->lang, flags);
    help_line(&out, cli->lang, &lang_flag);
    help_line(&out, cli->lang, &help_flag);
    int code = put(cli, &out);
    text_free(&out);
    return code;
}

/* The flag whose name is the first `length` bytes of `name`, or NULL. */
static const Flag *find(const Flag *flags, const char *name, size_t length) {
    const Flag *ours[] = {&lang_flag, &help_flag};
    for (; flags->name; flags++)
        if (strlen(flags->name) == length && memcmp(flags->name, name, length) == 0) return flags;
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (strlen(ours[i]->name) == length && memcmp(ours[i]->name, name, length) == 0)
            return ours[i];
    return NULL;
}

int args_lang_check(const Cli *cli, const char *value) {
    if (!value)
        return complain(cli, MISUSED, N_("{seat} needs a value"), &(Holes){.seat = "--lang"});
    if (lang_value(value)) return DONE;
    return complain(cli, MISUSED, N_("{seat} takes fr or en, not “{other}”"),
                    &(Holes){.seat = "--lang", .other = value});
}

static int set_number(const Cli *cli, const Flag *flag, const char *label, const char *value) {
    Holes holes = {.seat = label, .other = value};
    long long n;
    if (args_number(value, flag->least, flag->most, &n)) {
        if (flag->whole)
            *flag->whole = (int)n;
        else
            *flag->number = n;
        return DONE;
    }
    if (flag->most > INT32_MAX)
        return complain(cli, MISUSED,
                        N_("{seat} takes a whole number of at most 18 digits, not “{other}”"),
                        &holes);
    holes.n = (int)flag->least;
    holes.m = (int)flag->most;
    return complain(cli, MISUSED, N_("{seat} takes a whole number from {n} to {m}, not “{other}”"),
                    &holes);
}

/* Puts a value into its place; returns 0 or the exit code after a complaint. */
static int set_flag(const Cli *cli, const Flag *flag, const char *label, const char *value) {
    if (flag == &lang_flag) return args_lang_check(cli, value);
    if (flag->number || flag->whole) return set_number(cli, flag, label, value);
    if (flag->word) {
        *flag->word = value;
        return DONE;
    }
    if (flag->words->count == OPTIONS_MAX)
        return complain(cli, MISUSED, N_("{seat} may be given at most {n} times"),
                        &(Holes){.seat = label, .n = OPTIONS_MAX});
    flag->words->at[flag->words->count++] = value;
    return DONE;
}

/* Takes the option at cli->args[*i] and its value, which may be the next argument. Returns false
   where the command has nothing more to do, with its exit code. */
static bool take_option(Cli *cli, const Flag *flags, int *i, int *code) {
    const char *arg = cli->args[*i];
    bool is_long = strncmp(arg, "--", 2) == 0;
    size_t length = is_long ? strcspn(arg + 2, "=") : 0;
    const Flag *flag = is_long ? find(flags, arg + 2, length) : NULL;
    const char *value = is_long && arg[2 + length] ? arg + 3 + length : NULL;
    if (strcmp(arg, "-h") == 0) flag = &help_flag;
    *code = MISUSED;
    if (!flag) {
        complain(cli, MISUSED, N_("there is no option {seat}; --help lists them"),
                 &(Holes){.seat = arg});
        return false;
    }
    char label[40];
    Text t = text_over(label, sizeof label);
    text_printf(&t, "--%s", flag->name);
    if (!flag->value) {
        if (value)
            complain(cli, MISUSED, N_("{seat} takes no value"), &(Holes){.seat = label});
        else if (flag == &help_flag)
            *code = help(cli, flags);
        else
            *flag->given = true;
        return !value && flag != &help_flag;
    }
    if (!value && *i + 1 < cli->count) value = cli->args[++*i];
    if (value)
        *code = set_flag(cli, flag, label, value);
    else
        complain(cli, MISUSED, N_("{seat} needs a value"), &(Holes){.seat = label});
    return *code == DONE;
}

bool args_read(Cli *cli, const Flag *flags, int places, int *code) {
    int left = 0;
    bool ended = false;
    for (int i = 0; i < cli->count; i++) {
        char *arg = cli->args[i];
        if (ended || arg[0] != '-' || arg[1] == '\0')
            cli->args[left++] = arg;
        else if (strcmp(arg, "--") == 0)
            ended = true;
        else if (!take_option(cli, flags, &i, code))
            return false;
    }
    cli->count = left;
    if (left <= places) return true;
    *code = complain(cli, MISUSED, N_("“{seat}” is one argument too many"),
                     &(Holes){.seat = cli->args[places]});
    return false;
}

/* --- the same options from a file and from the environment ------------------------------------ */

/* A value as a line of a file or a variable has it; a switch is yes or no. */
static int set_elsewhere(const Cli *cli, const Flag *flag, const char *label, const char *value) {
    if (flag->value) return set_flag(cli, flag, label, value);
    bool yes = strcmp(value, "yes") == 0;
    if (!yes && strcmp(value, "no") != 0)
        return complain(cli, MISUSED, N_("{seat} takes yes or no, not “{other}”"),
                        &(Holes){.seat = label, .other = value});
    *flag->given = yes;
    return DONE;
}

/* Cuts the blanks around a text. */
static char *trimmed(char *text) {
    text += strspn(text, " \t");
    size_t length = strlen(text);
    while (length && strchr(" \t\r", text[length - 1]))
        text[--length] = '\0';
    return text;
}

/* One line `key = value`. */
static int read_setting(const Cli *cli, const Flag *flags, const char *path, int number,
                        char *line) {
    char label[300];
    Text where = text_over(label, sizeof label);
    char *equals = strchr(line, '='), *key = trimmed(line);
    if (!*key || *key == '#') return DONE;
    text_printf(&where, "%s:%d: ", path, number);
    if (!equals)
        return complain(cli, MISUSED, N_("{seat}a line is “option = value”"),
                        &(Holes){.seat = label});
    *equals = '\0';
    key = trimmed(line);
    const Flag *flag = flags;
    while (flag->name && strcmp(flag->name, key) != 0)
        flag++;
    if (!flag->name)
        return complain(cli, MISUSED, N_("{seat}there is no option “{other}”"),
                        &(Holes){.seat = label, .other = key});
    text_add(&where, key);
    return set_elsewhere(cli, flag, label, trimmed(equals + 1));
}

bool args_file(const Cli *cli, const Flag *flags, const char *path, Text *file, int *code) {
    *code = MISUSED;
    if (!setup_file(cli, path, file)) return false;
    if (memchr(file->at, 0, file->length)) {
        complain(cli, MISUSED, N_("{seat}: this is not a text"), &(Holes){.seat = path});
        return false;
    }
    *code = DONE;
    int number = 1;
    for (char *line = file->at, *end; *code == DONE && line; line = end, number++) {
        end = strchr(line, '\n');
        if (end) *end++ = '\0';
        *code = read_setting(cli, flags, path, number, line);
    }
    return *code == DONE;
}

/* NEGOCE_GUEST_BOT for --guest-bot. */
static const char *variable_of(const Flag *flag, char name[64]) {
    Text text = text_over(name, 64);
    text_add(&text, "NEGOCE_");
    for (const char *p = flag->name; *p; p++)
        text_char(&text, *p == '-' ? '_' : (char)(*p - 'a' + 'A'));
    return getenv(name);
}

bool args_environment(const Cli *cli, const Flag *flags, int *code) {
    *code = DONE;
    for (; flags->name && *code == DONE; flags++) {
        char name[64];
        const char *value = variable_of(flags, name);
        if (value) *code = set_elsewhere(cli, flags, name, value);
    }
    return *code == DONE;
}

const char *args_given(const Cli *cli, const Flag *flag) {
    char name[64];
    const char *value = variable_of(flag, name);
    size_t length = strlen(flag->name);
    for (int i = 0; i < cli->count; i++) {
        const char *arg = cli->args[i];
        if (strcmp(arg, "--") == 0) break;
        if (strncmp(arg, "--", 2) != 0 || strncmp(arg + 2, flag->name, length) != 0) continue;
        if (arg[2 + length] == '=') value = arg + 3 + length;
        if (arg[2 + length] == '\0' && i + 1 < cli->count) value = cli->args[i + 1];
    }
    return value;
}
