#include "echo.h"

#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

enum { LONGEST = 1024 };

typedef struct Echo {
    size_t size;
    unsigned char bytes[LWS_PRE + LONGEST];
} Echo;

static int wire(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                size_t size) {
    Echo *echo = user;
    if (reason == LWS_CALLBACK_RECEIVE) {
        if (size > LONGEST) return -1;
        echo->size = size;
        memcpy(echo->bytes + LWS_PRE, in, size);
        lws_callback_on_writable(wsi);
    } else if (reason == LWS_CALLBACK_SERVER_WRITEABLE && echo->size) {
        int written = lws_write(wsi, echo->bytes + LWS_PRE, echo->size, LWS_WRITE_TEXT);
        if (written < (int)echo->size) return -1;
        echo->size = 0;
    }
    return 0;
}

void echo_serve(int port) {
    static const struct lws_protocols protocols[] = {{.name = "echo",
                                                      .callback = wire,
                                                      .per_session_data_size = sizeof(Echo),
                                                      .rx_buffer_size = LONGEST},
                                                     {0}};
    uv_loop_t loop;
    void *loops[] = {&loop};
    struct lws_context_creation_info info = {
        .port = port,
        .iface = "127.0.0.1",
        .protocols = protocols,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_DISABLE_IPV6,
        .foreign_loops = loops,
        .gid = -1,
        .uid = -1,
    };
    lws_set_log_level(LLL_ERR, NULL);
    if (uv_loop_init(&loop) || !lws_create_context(&info)) exit(1);
    uv_run(&loop, UV_RUN_DEFAULT);
    exit(0);
}
