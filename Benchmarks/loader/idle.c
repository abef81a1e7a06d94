// idle: opens N keep-alive connections, makes one request on each, then holds them until standard input ends.
//
//     idle --port P [--header LINE] --connections N PATH
//
// Prints {"connections": N} when all are open and {"still_open": M} at the end.
#include "net.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int main(int argc, char **argv) {
    struct target target = {.host = "127.0.0.1"};
    const char *path = NULL;
    int connections = 1000;
    for (int i = 1; i < argc; i++) {
        if (target_option(&target, argc, argv, &i)) continue;
        if (strcmp(argv[i], "--connections") == 0) connections = atoi(option_value(argc, argv, &i));
        else path = argv[i];
    }
    if (!path || target.port == 0 || connections < 1) die("usage: idle --port P --connections N PATH");
    raise_descriptor_limit();
    struct http *all = calloc((size_t)connections, sizeof *all);
    if (!all) die("out of memory");
    for (int i = 0; i < connections; i++) {
        struct reply r;
        http_open(&all[i], &target);
        http_send_head(&all[i], "GET", path, -1, NULL);
        http_reply(&all[i], &r);
        expect_success(&r, path);
        if (r.closes) die("the server does not keep connections alive");
        free(r.body);
        free(all[i].buffer);
        all[i].buffer = NULL;
    }
    printf("{\"connections\": %d}\n", connections);
    fflush(stdout);
    char byte;
    while (read(0, &byte, 1) > 0) {
    }
    int open_count = 0;
    for (int i = 0; i < connections; i++)
        if (recv(all[i].fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0 && errno == EAGAIN) open_count++;
    printf("{\"still_open\": %d}\n", open_count);
    return 0;
}
