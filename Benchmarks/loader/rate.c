// rate: an open loop. Requests start at a fixed rate whether or not earlier ones were answered, so that a stalled server
// shows in the latencies (wrk, a closed loop, would just send less).
//
//     rate --port P [--header LINE] --rate R --seconds S [--connections N] PATH
//
// Latency counts from the moment the request was due. The first tenth is not counted.
// Prints {"requests", "rate", "p50", "p90", "p99", "max", "errors"}; a server that cannot keep up shows in "rate".
#include "net.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>

#define ANSWER_LIMIT (256 << 10)

struct connection {
    int fd;
    char *answer;
    size_t received, expected;  // expected = 0 until the head is complete
    double due;
};

static void prepare(struct connection *c) {
    c->received = 0;
    c->expected = 0;
}

// True when a whole answer has arrived. The buffer is as large as the longest answer, never parsed twice.
static bool take(struct connection *c, long *errors) {
    for (;;) {
        ssize_t n = recv(c->fd, c->answer + c->received, ANSWER_LIMIT - c->received, MSG_DONTWAIT);
        if (n < 0 && (errno == EAGAIN || errno == EINTR)) return false;
        if (n <= 0) die("the server closed a connection");
        c->received += (size_t)n;
        if (c->expected == 0) {
            char *end = memmem(c->answer, c->received, "\r\n\r\n", 4);
            if (!end) continue;
            *end = 0;
            if (atoi(c->answer + 9) != 200) (*errors)++;
            char *length = strcasestr(c->answer, "content-length:");
            if (!length) die("an answer without Content-Length");
            c->expected = (size_t)(end + 4 - c->answer) + strtoul(length + 15, NULL, 10);
            if (c->expected > ANSWER_LIMIT) die("answers above %d bytes are not for this loader", ANSWER_LIMIT);
        }
        if (c->received >= c->expected) return true;
    }
}

int main(int argc, char **argv) {
    struct target target = {.host = "127.0.0.1"};
    const char *path = NULL;
    int connections = 64;
    double rate = 1000, seconds = 5;
    for (int i = 1; i < argc; i++) {
        if (target_option(&target, argc, argv, &i)) continue;
        if (strcmp(argv[i], "--connections") == 0) connections = atoi(option_value(argc, argv, &i));
        else if (strcmp(argv[i], "--rate") == 0) rate = atof(option_value(argc, argv, &i));
        else if (strcmp(argv[i], "--seconds") == 0) seconds = atof(option_value(argc, argv, &i));
        else path = argv[i];
    }
    if (!path || target.port == 0 || connections < 1 || rate <= 0) die("usage: rate --port P --rate R PATH");
    raise_descriptor_limit();
    prctl(PR_SET_TIMERSLACK, 1);

    char request[4096];
    int length = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: localhost\r\n", path);
    for (int i = 0; i < target.header_count && length < (int)sizeof request; i++)
        length += snprintf(request + length, sizeof request - (size_t)length, "%s\r\n", target.headers[i]);
    if (length < (int)sizeof request) length += snprintf(request + length, sizeof request - (size_t)length, "\r\n");
    if (length >= (int)sizeof request) die("request too long");

    int poll = epoll_create1(EPOLL_CLOEXEC);
    struct connection *all = calloc((size_t)connections, sizeof *all);
    int *idle = must_alloc(sizeof(int) * (size_t)connections), idle_count = 0;
    long total = (long)(rate * seconds), due = 0, started = 0, done = 0, errors = 0;
    double *times = must_alloc(sizeof(double) * (size_t)(total > 0 ? total : 1));
    size_t counted = 0;
    if (poll < 0 || !all) die("out of memory");
    for (int i = 0; i < connections; i++) {
        struct http h = {0};
        http_open(&h, &target);
        all[i].fd = h.fd;
        all[i].answer = must_alloc(ANSWER_LIMIT);
        free(h.buffer);
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)i};
        epoll_ctl(poll, EPOLL_CTL_ADD, all[i].fd, &event);
        idle[idle_count++] = i;
    }
    double start = now_seconds(), last = start, give_up = start + seconds + 10;
    while (done < total) {
        double now = now_seconds();
        if (now > give_up) break;
        while (due < total && start + (double)due / rate <= now) due++;
        while (started < due && idle_count > 0) {
            struct connection *c = &all[idle[--idle_count]];
            prepare(c);
            c->due = start + (double)started++ / rate;
            if (send(c->fd, request, (size_t)length, MSG_NOSIGNAL) != length) die("send: %s", strerror(errno));
        }
        double wait = due < total ? start + (double)due / rate - now_seconds() : 0.1;
        if (wait < 0 || (started < due && idle_count > 0)) wait = 0;
        struct timespec timeout = {.tv_sec = (time_t)wait, .tv_nsec = (long)((wait - (double)(time_t)wait) * 1e9)};
        struct epoll_event events[256];
        int count = epoll_pwait2(poll, events, 256, &timeout, NULL);
        for (int i = 0; i < count; i++) {
            int index = (int)events[i].data.u32;
            if (!take(&all[index], &errors)) continue;
            last = now_seconds();
            if (done++ >= total / 10) times[counted++] = last - all[index].due;
            idle[idle_count++] = index;
        }
    }
    qsort(times, counted, sizeof(double), compare_doubles);
    printf("{\"requests\": %ld, \"rate\": %.1f, \"p50\": %.6f, \"p90\": %.6f, \"p99\": %.6f, \"max\": %.6f, \"errors\": %ld}\n",
           done, (double)done / (last - start), percentile(times, counted, 0.5), percentile(times, counted, 0.9),
           percentile(times, counted, 0.99), percentile(times, counted, 1), errors);
    return 0;
}
