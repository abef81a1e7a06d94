// get: N connections each fetch one path R times over keep-alive, reading into a 1 MiB buffer and counting bytes.
//
//     get --port P [--tls] [--header LINE] [--connections N] [--repeat R] PATH
//
// Prints {"bytes", "seconds", "requests", "times": [seconds of each request of the first connection]}.
#include "net.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct target target = {.host = "127.0.0.1"};
static const char *path;
static int repeat = 1;
static double *times;
static pthread_barrier_t barrier;

struct worker {
    pthread_t thread;
    int index;
    long long bytes;
    double started, ended;
};

static void *work(void *argument) {
    struct worker *w = argument;
    struct http h = {0};
    size_t size = 1 << 20;
    char *buffer = must_alloc(size);
    http_open(&h, &target);
    pthread_barrier_wait(&barrier);
    w->started = now_seconds();
    for (int i = 0; i < repeat; i++) {
        double start = now_seconds();
        struct reply r;
        http_send_head(&h, "GET", path, -1, NULL);
        http_read_head(&h, &r);
        if (r.status != 200) {
            ssize_t n = http_read(&h, buffer, 400);
            die("GET %s: HTTP %d %.*s", path, r.status, (int)n, buffer);
        }
        if (r.length < 0) die("GET %s: the answer has no Content-Length", path);
        long long left = r.length;
        while (left > 0) {
            ssize_t n = http_read(&h, buffer, left < (long long)size ? (size_t)left : size);
            if (n == 0) die("GET %s: %lld bytes missing", path, left);
            left -= n;
        }
        w->bytes += r.length;
        if (r.closes && i + 1 < repeat) {
            http_close(&h);
            http_open(&h, &target);
        }
        if (w->index == 0) times[i] = now_seconds() - start;
    }
    w->ended = now_seconds();
    http_close(&h);
    return NULL;
}

int main(int argc, char **argv) {
    int connections = 1;
    for (int i = 1; i < argc; i++) {
        if (target_option(&target, argc, argv, &i)) continue;
        if (strcmp(argv[i], "--connections") == 0) connections = atoi(option_value(argc, argv, &i));
        else if (strcmp(argv[i], "--repeat") == 0) repeat = atoi(option_value(argc, argv, &i));
        else path = argv[i];
    }
    if (!path || target.port == 0 || connections < 1 || repeat < 1) die("usage: get --port P [options] PATH");
    raise_descriptor_limit();
    times = must_alloc(sizeof(double) * (size_t)repeat);
    struct worker *workers = calloc((size_t)connections, sizeof *workers);
    if (!workers) die("out of memory");
    pthread_barrier_init(&barrier, NULL, (unsigned)connections);
    for (int i = 0; i < connections; i++) {
        workers[i].index = i;
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0) die("cannot start a thread");
    }
    long long bytes = 0;
    double started = 0, ended = 0;
    for (int i = 0; i < connections; i++) {
        pthread_join(workers[i].thread, NULL);
        bytes += workers[i].bytes;
        if (i == 0 || workers[i].started < started) started = workers[i].started;
        if (workers[i].ended > ended) ended = workers[i].ended;
    }
    printf("{\"bytes\": %lld, \"seconds\": %.6f, \"requests\": %d, \"times\": [", bytes, ended - started,
           connections * repeat);
    for (int i = 0; i < repeat; i++) printf("%s%.6f", i ? ", " : "", times[i]);
    printf("]}\n");
    return 0;
}
