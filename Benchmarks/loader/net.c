#include "net.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

double now_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void die(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    _exit(1);
}

void *must_alloc(size_t size) {
    void *p = malloc(size);
    if (!p) die("out of memory (%zu bytes)", size);
    return p;
}

static SSL_CTX *tls_context;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void set_up(void) {
    signal(SIGPIPE, SIG_IGN);
    tls_context = SSL_CTX_new(TLS_client_method());
    if (tls_context) SSL_CTX_set_verify(tls_context, SSL_VERIFY_NONE, NULL);
}

void http_open(struct http *h, const struct target *target) {
    pthread_once(&once, set_up);
    if (!h->buffer) {
        h->capacity = 64 << 10;
        h->buffer = must_alloc(h->capacity);
    }
    h->target = target;
    h->used = 0;
    h->ssl = NULL;
    h->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (h->fd < 0) die("socket: %s", strerror(errno));
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)target->port)};
    if (inet_pton(AF_INET, target->host, &address.sin_addr) != 1) die("not an IPv4 address: %s", target->host);
    if (connect(h->fd, (struct sockaddr *)&address, sizeof address) < 0)
        die("connect to %s:%d: %s", target->host, target->port, strerror(errno));
    int one = 1;
    setsockopt(h->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (target->tls) {
        SSL *ssl = SSL_new(tls_context);
        if (!ssl) die("no TLS context");
        SSL_set_fd(ssl, h->fd);
        SSL_set_tlsext_host_name(ssl, "localhost");
        if (SSL_connect(ssl) != 1) die("TLS handshake with %s:%d failed", target->host, target->port);
        h->ssl = ssl;
    }
}

void http_close(struct http *h) {
    if (h->ssl) SSL_free(h->ssl);
    if (h->fd >= 0) close(h->fd);
    h->ssl = NULL;
    h->fd = -1;
}

void http_send(struct http *h, const void *bytes, size_t length) {
    const char *p = bytes;
    while (length > 0) {
        ssize_t n;
        if (h->ssl) {
            n = SSL_write(h->ssl, p, length > (1 << 30) ? (1 << 30) : (int)length);
            if (n <= 0) die("TLS write failed");
        } else {
            n = send(h->fd, p, length, MSG_NOSIGNAL);
            if (n < 0 && errno == EINTR) continue;
            if (n < 0) die("send: %s", strerror(errno));
        }
        p += n;
        length -= (size_t)n;
    }
}

void http_send_head(struct http *h, const char *method, const char *path, long long length, const char *extra) {
    char head[8192];
    int n = snprintf(head, sizeof head, "%s %s HTTP/1.1\r\nHost: localhost\r\n", method, path);
    for (int i = 0; i < h->target->header_count && n < (int)sizeof head; i++)
        n += snprintf(head + n, sizeof head - (size_t)n, "%s\r\n", h->target->headers[i]);
    if (length >= 0 && n < (int)sizeof head)
        n += snprintf(head + n, sizeof head - (size_t)n, "Content-Length: %lld\r\n", length);
    if (n < (int)sizeof head) n += snprintf(head + n, sizeof head - (size_t)n, "%s\r\n", extra ? extra : "");
    if (n >= (int)sizeof head) die("request head too long");
    // A head that is followed by a body waits for it: one segment fewer.
    if (length > 0 && !h->ssl) {
        for (int done = 0; done < n;) {
            ssize_t k = send(h->fd, head + done, (size_t)(n - done), MSG_NOSIGNAL | MSG_MORE);
            if (k < 0 && errno != EINTR) die("send: %s", strerror(errno));
            if (k > 0) done += (int)k;
        }
    } else {
        http_send(h, head, (size_t)n);
    }
}

void http_send_file(struct http *h, int file, off_t offset, size_t length) {
    while (length > 0) {
        ssize_t n = sendfile(h->fd, file, &offset, length);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) {
            // The server may have answered early; let the caller read why.
            if (errno == EPIPE || errno == ECONNRESET) return;
            die("sendfile: %s", strerror(errno));
        }
        if (n == 0) die("sendfile: the file is shorter than announced");
        length -= (size_t)n;
    }
}

static ssize_t receive(struct http *h, void *into, size_t size) {
    for (;;) {
        if (h->ssl) {
            int n = SSL_read(h->ssl, into, size > (1 << 30) ? (1 << 30) : (int)size);
            return n > 0 ? n : 0;
        }
        ssize_t n = recv(h->fd, into, size, 0);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) die("recv: %s", strerror(errno));
        return n;
    }
}

static void consume(struct http *h, size_t count) {
    h->used -= count;
    memmove(h->buffer, h->buffer + count, h->used);
}

void http_read_head(struct http *h, struct reply *r) {
    for (;;) {
        char *end;
        while (!(end = memmem(h->buffer, h->used, "\r\n\r\n", 4))) {
            if (h->used == h->capacity) die("answer head longer than %zu bytes", h->capacity);
            ssize_t n = receive(h, h->buffer + h->used, h->capacity - h->used);
            if (n == 0) die("the server closed the connection before an answer (%zu bytes received)", h->used);
            h->used += (size_t)n;
        }
        *r = (struct reply){.length = -1};
        if (h->used < 12 || memcmp(h->buffer, "HTTP/1.", 7) != 0) die("not an HTTP answer");
        r->status = atoi(h->buffer + 9);
        r->closes = h->buffer[7] == '0';
        char *line = memmem(h->buffer, h->used, "\r\n", 2);
        while (line < end) {
            line += 2;
            if (strncasecmp(line, "content-length:", 15) == 0) r->length = strtoll(line + 15, NULL, 10);
            if (strncasecmp(line, "transfer-encoding:", 18) == 0) r->chunked = true;
            if (strncasecmp(line, "connection:", 11) == 0) {
                const char *value = line + 11;
                while (*value == ' ') value++;
                if (strncasecmp(value, "close", 5) == 0) r->closes = true;
                if (strncasecmp(value, "keep-alive", 10) == 0) r->closes = false;
            }
            line = memmem(line, (size_t)(end + 2 - line), "\r\n", 2);
            if (!line) break;
        }
        consume(h, (size_t)(end + 4 - h->buffer));
        if (r->status >= 200) return;
    }
}

ssize_t http_read(struct http *h, void *into, size_t size) {
    if (h->used > 0) {
        size_t n = h->used < size ? h->used : size;
        memcpy(into, h->buffer, n);
        consume(h, n);
        return (ssize_t)n;
    }
    return receive(h, into, size);
}

static void append(struct reply *r, size_t *capacity, const void *bytes, size_t count) {
    if (r->body_length + count + 1 > *capacity) {
        *capacity = (r->body_length + count + 1) * 2;
        r->body = realloc(r->body, *capacity);
        if (!r->body) die("out of memory");
    }
    memcpy(r->body + r->body_length, bytes, count);
    r->body_length += count;
    r->body[r->body_length] = 0;
}

static void read_body(struct http *h, struct reply *r, size_t *capacity, long long count) {
    char piece[16384];
    while (count != 0) {
        size_t want = count < 0 || count > (long long)sizeof piece ? sizeof piece : (size_t)count;
        ssize_t n = http_read(h, piece, want);
        if (n == 0) {
            if (count < 0) return;
            die("the answer's body ended early");
        }
        append(r, capacity, piece, (size_t)n);
        if (count > 0) count -= n;
    }
}

static void read_line(struct http *h, char *into, size_t size) {
    size_t n = 0;
    while (n + 1 < size) {
        if (http_read(h, into + n, 1) != 1) die("the answer ended inside a chunk");
        if (into[n++] == '\n') break;
    }
    into[n] = 0;
}

void http_reply(struct http *h, struct reply *r) {
    http_read_head(h, r);
    size_t capacity = 256;
    r->body = must_alloc(capacity);
    r->body[0] = 0;
    if (r->status == 204 || r->status == 304) {
        // no body
    } else if (r->chunked) {
        char line[64];
        for (;;) {
            read_line(h, line, sizeof line);
            long long size = strtoll(line, NULL, 16);
            if (size > 0) read_body(h, r, &capacity, size);
            read_line(h, line, sizeof line);
            if (size == 0) break;
        }
    } else if (r->length >= 0) {
        read_body(h, r, &capacity, r->length);
    } else {
        read_body(h, r, &capacity, -1);
        r->closes = true;
    }
    if (r->closes) {
        http_close(h);
        http_open(h, h->target);
    }
}

void expect_success(const struct reply *r, const char *what) {
    char status[16] = "0";
    bool envelope = r->body_length > 0 && r->body[0] == '{';
    if (envelope) json_find(r->body, "status", status, sizeof status);
    if (r->status < 200 || r->status > 299 || strcmp(status, "0") != 0)
        die("%s: HTTP %d %.500s", what, r->status, r->body ? r->body : "");
}

bool json_find(const char *json, const char *key, char *into, size_t size) {
    char pattern[64];
    snprintf(pattern, sizeof pattern, "\"%s\"", key);
    const char *p = strstr(json, pattern);
    if (!p) return false;
    p += strlen(pattern);
    while (isspace((unsigned char)*p) || *p == ':') p++;
    bool quoted = *p == '"';
    if (quoted) p++;
    size_t n = 0;
    while (*p && n + 1 < size && (quoted ? *p != '"' : !strchr(",}] \r\n", *p))) into[n++] = *p++;
    into[n] = 0;
    return true;
}

const char *option_value(int argc, char **argv, int *i) {
    if (*i + 1 >= argc) die("%s needs a value", argv[*i]);
    return argv[++*i];
}

bool target_option(struct target *t, int argc, char **argv, int *i) {
    if (strcmp(argv[*i], "--tls") == 0) {
        t->tls = true;
    } else if (strcmp(argv[*i], "--host") == 0) {
        t->host = option_value(argc, argv, i);
    } else if (strcmp(argv[*i], "--port") == 0) {
        t->port = atoi(option_value(argc, argv, i));
    } else if (strcmp(argv[*i], "--header") == 0) {
        if (t->header_count == MAX_HEADERS) die("too many headers");
        t->headers[t->header_count++] = option_value(argc, argv, i);
    } else {
        return false;
    }
    return true;
}

int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double percentile(double *sorted, size_t count, double p) {
    if (count == 0) return 0;
    size_t i = (size_t)((double)(count - 1) * p + 0.5);
    return sorted[i];
}

void raise_descriptor_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

void sha256_hex(const void *bytes, size_t length, char hex[65]) {
    unsigned char digest[32];
    if (EVP_Digest(bytes, length, digest, NULL, EVP_sha256(), NULL) != 1) die("SHA-256 failed");
    for (int i = 0; i < 32; i++) snprintf(hex + 2 * i, 3, "%02x", digest[i]);
}
