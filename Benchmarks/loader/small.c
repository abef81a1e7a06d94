// small: many files of 4–64 KiB over N connections, each file one request.
//
//     small --port P --door hearth|put --prefix /s/1/dir/ --files M --seed S [--header LINE] [--connections N]
//     small --write DIR --files M --seed S        writes the same files to a folder, for clients that read from disk
//
// hearth   POST /api/v1/resources{prefix}{name} as multipart, action=upload with the SHA-256 of the content
// put      PUT {prefix}{name}
//
// Sizes, contents and hashes are made before the clock starts. Prints {"bytes", "seconds", "files", "p50", "p99"}.
#include "net.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct target target = {.host = "127.0.0.1"};
static bool hearth = true;
static const char *prefix;
static int connections = 8;
static long files = 2000;
static uint64_t seed = 1;
static atomic_long next_file;
static double *times;

// Contents are slices of one random pool, made different by their first eight bytes.
#define POOL (4 << 20)
#define SMALLEST (4 << 10)
#define LARGEST (64 << 10)
static unsigned char *pool;

struct file {
    uint64_t mark;
    uint32_t offset, size;
    char hash[65];
};
static struct file *all;

static uint64_t split_mix(uint64_t *state) {
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static void fill(const struct file *f, unsigned char *into) {
    memcpy(into, pool + f->offset, f->size);
    memcpy(into, &f->mark, sizeof f->mark);
}

static void make_files(bool with_hashes) {
    uint64_t state = seed;
    pool = must_alloc(POOL);
    for (size_t i = 0; i < POOL; i += 8) {
        uint64_t word = split_mix(&state);
        memcpy(pool + i, &word, 8);
    }
    unsigned char *content = must_alloc(LARGEST);
    all = must_alloc(sizeof *all * (size_t)files);
    for (long i = 0; i < files; i++) {
        all[i].mark = split_mix(&state);
        all[i].size = SMALLEST + (uint32_t)(split_mix(&state) % (LARGEST - SMALLEST + 1));
        all[i].offset = (uint32_t)(split_mix(&state) % (POOL - LARGEST));
        if (with_hashes) {
            fill(&all[i], content);
            sha256_hex(content, all[i].size, all[i].hash);
        }
    }
    free(content);
}

static void *send_files(void *unused) {
    (void)unused;
    struct http h = {0};
    unsigned char *body = must_alloc(LARGEST + 4096);
    http_open(&h, &target);
    for (;;) {
        long i = atomic_fetch_add(&next_file, 1);
        if (i >= files) break;
        double start = now_seconds();
        const struct file *f = &all[i];
        char address[2300];
        struct reply r;
        size_t n = 0;
        if (hearth) {
            snprintf(address, sizeof address, "/api/v1/resources%sf%06ld.bin", prefix, i);
            const char *field = "--hearth-bench\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n";
            char size[32];
            snprintf(size, sizeof size, "%u", f->size);
            const char *fields[][2] = {{"action", "upload"},  {"hash", f->hash},    {"total_size", size},
                                       {"chunk_number", "1"}, {"chunk_size", size}, {"total_chunks", "1"}};
            for (size_t k = 0; k < sizeof fields / sizeof *fields; k++)
                n += (size_t)snprintf((char *)body + n, 4096 - n, field, fields[k][0], fields[k][1]);
            n += (size_t)snprintf((char *)body + n, 4096 - n,
                                  "--hearth-bench\r\nContent-Disposition: form-data; name=\"uploadfile\"; "
                                  "filename=\"f%06ld.bin\"\r\nContent-Type: application/octet-stream\r\n\r\n",
                                  i);
            fill(f, body + n);
            n += f->size;
            const char *closing = "\r\n--hearth-bench--\r\n";
            memcpy(body + n, closing, strlen(closing));
            n += strlen(closing);
            http_send_head(&h, "POST", address, (long long)n,
                           "Content-Type: multipart/form-data; boundary=hearth-bench\r\n");
        } else {
            snprintf(address, sizeof address, "%sf%06ld.bin", prefix, i);
            fill(f, body);
            n = f->size;
            http_send_head(&h, "PUT", address, (long long)n, "Content-Type: application/octet-stream\r\n");
        }
        http_send(&h, body, n);
        http_reply(&h, &r);
        expect_success(&r, address);
        free(r.body);
        times[i] = now_seconds() - start;
    }
    http_close(&h);
    return NULL;
}

static void write_files(const char *directory) {
    unsigned char *content = must_alloc(LARGEST);
    for (long i = 0; i < files; i++) {
        char name[4096];
        snprintf(name, sizeof name, "%s/f%06ld.bin", directory, i);
        int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
        if (fd < 0) die("cannot create %s: %s", name, strerror(errno));
        fill(&all[i], content);
        if (write(fd, content, all[i].size) != (ssize_t)all[i].size) die("cannot write %s", name);
        close(fd);
    }
}

int main(int argc, char **argv) {
    const char *directory = NULL;
    for (int i = 1; i < argc; i++) {
        if (target_option(&target, argc, argv, &i)) continue;
        const char *name = argv[i], *value = option_value(argc, argv, &i);
        if (strcmp(name, "--door") == 0) hearth = strcmp(value, "hearth") == 0;
        else if (strcmp(name, "--prefix") == 0) prefix = value;
        else if (strcmp(name, "--files") == 0) files = atol(value);
        else if (strcmp(name, "--seed") == 0) seed = strtoull(value, NULL, 10);
        else if (strcmp(name, "--connections") == 0) connections = atoi(value);
        else if (strcmp(name, "--write") == 0) directory = value;
        else die("unknown option %s", name);
    }
    if (files < 1 || connections < 1 || connections > 4096) die("files and connections must be at least 1");
    raise_descriptor_limit();
    make_files(hearth && !directory);
    if (directory) {
        write_files(directory);
        printf("{\"files\": %ld}\n", files);
        return 0;
    }
    if (!prefix || target.port == 0) die("usage: small --port P --door D --prefix PATH [options]");
    times = must_alloc(sizeof(double) * (size_t)files);
    pthread_t threads[4096];
    double start = now_seconds();
    for (int i = 0; i < connections; i++)
        if (pthread_create(&threads[i], NULL, send_files, NULL) != 0) die("cannot start a thread");
    for (int i = 0; i < connections; i++) pthread_join(threads[i], NULL);
    double seconds = now_seconds() - start;
    long long bytes = 0;
    for (long i = 0; i < files; i++) bytes += all[i].size;
    qsort(times, (size_t)files, sizeof(double), compare_doubles);
    printf("{\"bytes\": %lld, \"seconds\": %.6f, \"files\": %ld, \"p50\": %.6f, \"p99\": %.6f}\n", bytes, seconds, files,
           percentile(times, (size_t)files, 0.5), percentile(times, (size_t)files, 0.99));
    return 0;
}
