// What all loaders share: the clock, a blocking HTTP/1.1 client connection (plain or TLS), JSON output, arguments.
//
// The loaders exist so that the loader is not what is measured: plain sockets, no allocation per piece, bodies sent by
// sendfile(2) and read into one reused buffer. Each prints one JSON object on standard output and nothing else; what went
// wrong goes to standard error with exit code 1.
#ifndef HEARTH_BENCH_NET_H
#define HEARTH_BENCH_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define MAX_HEADERS 8

struct target {
    const char *host;
    int port;
    bool tls;
    const char *headers[MAX_HEADERS];  // complete lines without CRLF
    int header_count;
};

struct reply {
    int status;
    long long length;  // -1 when the head names none
    bool chunked;
    bool closes;
    char *body;  // NUL-terminated; set by http_reply only, free with free()
    size_t body_length;
};

struct http {
    const struct target *target;
    int fd;
    void *ssl;
    char *buffer;  // bytes received and not yet used
    size_t used, capacity;
};

double now_seconds(void);
_Noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));
void *must_alloc(size_t size);

/// Opens a connection (TCP_NODELAY; TLS handshake without certificate check). Dies on failure.
void http_open(struct http *h, const struct target *target);
void http_close(struct http *h);

/// Sends a request head. `length` < 0 leaves Content-Length out; `extra` is NULL or complete lines each ended by CRLF.
void http_send_head(struct http *h, const char *method, const char *path, long long length, const char *extra);
void http_send(struct http *h, const void *bytes, size_t length);
/// Sends a part of a file by sendfile(2). Plain connections only.
void http_send_file(struct http *h, int file, off_t offset, size_t length);

/// Reads a head, passing over 1xx; body bytes that came with it stay in `buffer`.
void http_read_head(struct http *h, struct reply *r);
/// Reads what is there into `into` (buffered bytes first); 0 at the end of the stream.
ssize_t http_read(struct http *h, void *into, size_t size);
/// Reads head and whole body; reconnects afterwards if the server closes.
void http_reply(struct http *h, struct reply *r);
/// Dies unless the status is 2xx and, when the body is an envelope, its "status" is 0.
void expect_success(const struct reply *r, const char *what);

/// The value of the first `"key":` in a JSON text: a string without its quotes, or a bare token. False when absent.
bool json_find(const char *json, const char *key, char *into, size_t size);

/// Takes an option of `struct target` (--tls, --header LINE) at argv[*i]; true when it was one.
bool target_option(struct target *t, int argc, char **argv, int *i);
const char *option_value(int argc, char **argv, int *i);
double percentile(double *sorted, size_t count, double p);
int compare_doubles(const void *a, const void *b);
void raise_descriptor_limit(void);
void sha256_hex(const void *bytes, size_t length, char hex[65]);

#endif
