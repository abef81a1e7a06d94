// upload: sends one file U times at once, each over K connections, through one of three doors.
//
//     upload --port P --door new|old|put --file F --sha256 HEX --path /s/1/name [--header LINE]
//            [--connections K] [--uploads U] [--for SECONDS] [--hash] [--conflict rename|replace]
//
// new   POST /api/v1/uploads, PUT …/chunks/{n} with raw bodies, POST …/complete
// old   POST /api/v1/resources{path} as multipart: action=chunk …, then action=merge
// put   one PUT {path} of the whole file (peers with WebDAV); --connections is ignored
//
// With U > 1 the paths get the suffix -0, -1, …; --for starts each upload again until the time is over. Bodies go by
// sendfile from the page cache. The hash is handed in unless --hash asks this client to hash the file itself while sending,
// as a real client must. Prints {"bytes", "seconds", "uploads", "send_seconds", "finish_seconds"}.
#include "net.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define OLD_CHUNK (8LL << 20)

enum door { NEW, OLD, PUT };

static struct target target = {.host = "127.0.0.1"};
static enum door door = NEW;
static const char *file_name, *path, *conflict, *sha256 = "";
static int connections = 3, uploads = 1;
static double for_seconds, deadline;
static bool client_hashes;
static int file;
static long long file_size;

struct upload {
    pthread_t thread, hasher;
    char path[2048], name[512], id[128], hash[65];
    long long chunk_size, chunks;
    atomic_llong next;
    int count;
    double send_seconds, finish_seconds;
};

static void *hash_file(void *argument) {
    struct upload *u = argument;
    unsigned char digest[32];
    void *bytes = mmap(NULL, (size_t)file_size, PROT_READ, MAP_SHARED, file, 0);
    if (bytes == MAP_FAILED) die("cannot map the file");
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    EVP_DigestInit_ex(context, EVP_sha256(), NULL);
    for (long long at = 0; at < file_size; at += 1 << 20) {
        long long n = file_size - at < (1 << 20) ? file_size - at : (1 << 20);
        EVP_DigestUpdate(context, (char *)bytes + at, (size_t)n);
    }
    EVP_DigestFinal_ex(context, digest, NULL);
    EVP_MD_CTX_free(context);
    munmap(bytes, (size_t)file_size);
    for (int i = 0; i < 32; i++) snprintf(u->hash + 2 * i, 3, "%02x", digest[i]);
    return NULL;
}

static int append_field(char *form, int n, size_t size, const char *name, const char *value) {
    return n + snprintf(form + n, size - (size_t)n,
                        "--hearth-bench\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n", name, value);
}

static int append_number(char *form, int n, size_t size, const char *name, long long value) {
    char text[32];
    snprintf(text, sizeof text, "%lld", value);
    return append_field(form, n, size, name, text);
}

static const char *multipart = "Content-Type: multipart/form-data; boundary=hearth-bench\r\n";
static const char *closing = "\r\n--hearth-bench--\r\n";

static void send_chunk(struct http *h, struct upload *u, long long number) {
    long long offset = (number - 1) * u->chunk_size;
    long long length = file_size - offset < u->chunk_size ? file_size - offset : u->chunk_size;
    char address[2300];
    struct reply r;
    if (door == NEW) {
        snprintf(address, sizeof address, "/api/v1/uploads/%s/chunks/%lld", u->id, number);
        http_send_head(h, "PUT", address, length, "Content-Type: application/octet-stream\r\n");
        http_send_file(h, file, offset, (size_t)length);
    } else {
        char form[4096];
        int n = 0;
        snprintf(address, sizeof address, "/api/v1/resources%s", u->path);
        n = append_field(form, n, sizeof form, "action", "chunk");
        n = append_field(form, n, sizeof form, "hash", u->hash);
        n = append_number(form, n, sizeof form, "total_size", file_size);
        n = append_number(form, n, sizeof form, "chunk_number", number);
        n = append_number(form, n, sizeof form, "chunk_size", length);
        n = append_number(form, n, sizeof form, "total_chunks", u->chunks);
        n += snprintf(form + n, sizeof form - (size_t)n,
                      "--hearth-bench\r\nContent-Disposition: form-data; name=\"uploadfile\"; filename=\"%s\"\r\n"
                      "Content-Type: application/octet-stream\r\n\r\n",
                      u->name);
        http_send_head(h, "POST", address, n + length + (long long)strlen(closing), multipart);
        http_send(h, form, (size_t)n);
        http_send_file(h, file, offset, (size_t)length);
        http_send(h, closing, strlen(closing));
    }
    http_reply(h, &r);
    expect_success(&r, "chunk");
    free(r.body);
}

static void *send_chunks(void *argument) {
    struct upload *u = argument;
    struct http h = {0};
    http_open(&h, &target);
    for (;;) {
        long long number = atomic_fetch_add(&u->next, 1);
        if (number > u->chunks) break;
        send_chunk(&h, u, number);
    }
    http_close(&h);
    free(h.buffer);
    return NULL;
}

static void create_session(struct http *h, struct upload *u) {
    char body[4096], size[32];
    struct reply r;
    int n = snprintf(body, sizeof body, "{\"path\":\"%s\",\"size\":%lld%s%s%s}", u->path, file_size,
                     conflict ? ",\"on_conflict\":\"" : "", conflict ? conflict : "", conflict ? "\"" : "");
    http_send_head(h, "POST", "/api/v1/uploads", n, "Content-Type: application/json\r\n");
    http_send(h, body, (size_t)n);
    http_reply(h, &r);
    expect_success(&r, "create upload");
    if (!json_find(r.body, "upload_id", u->id, sizeof u->id)) die("no upload_id in %s", r.body);
    if (json_find(r.body, "chunk_size", size, sizeof size)) u->chunk_size = atoll(size);
    free(r.body);
}

static void finish(struct http *h, struct upload *u) {
    char body[4096], address[2300];
    struct reply r;
    int n = 0;
    if (door == NEW) {
        snprintf(address, sizeof address, "/api/v1/uploads/%s/complete", u->id);
        n = snprintf(body, sizeof body, "{\"sha256\":\"%s\",\"size\":%lld}", u->hash, file_size);
        http_send_head(h, "POST", address, n, "Content-Type: application/json\r\n");
    } else {
        snprintf(address, sizeof address, "/api/v1/resources%s", u->path);
        n = append_field(body, n, sizeof body, "action", "merge");
        n = append_field(body, n, sizeof body, "hash", u->hash);
        n = append_number(body, n, sizeof body, "total_chunks", u->chunks);
        if (conflict) n = append_field(body, n, sizeof body, "on_conflict", conflict);
        n += snprintf(body + n, sizeof body - (size_t)n, "--hearth-bench--\r\n");
        http_send_head(h, "POST", address, n, multipart);
    }
    http_send(h, body, (size_t)n);
    http_reply(h, &r);
    expect_success(&r, "finish upload");
    free(r.body);
}

static void upload_chunked(struct http *h, struct upload *u) {
    double start = now_seconds();
    u->chunk_size = OLD_CHUNK;
    if (client_hashes) {
        if (pthread_create(&u->hasher, NULL, hash_file, u) != 0) die("cannot start a thread");
        // The old door wants the hash before the first chunk.
        if (door == OLD) pthread_join(u->hasher, NULL);
    } else {
        snprintf(u->hash, sizeof u->hash, "%s", sha256);
    }
    if (door == NEW) create_session(h, u);
    if (u->chunk_size <= 0) die("the server named no usable chunk size");
    u->chunks = (file_size + u->chunk_size - 1) / u->chunk_size;
    atomic_store(&u->next, 1);
    if (connections == 1) {
        for (long long n = 1; n <= u->chunks; n++) send_chunk(h, u, n);
    } else {
        pthread_t threads[256];
        int count = connections < 256 ? connections : 256;
        for (int i = 0; i < count; i++)
            if (pthread_create(&threads[i], NULL, send_chunks, u) != 0) die("cannot start a thread");
        for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
    }
    double sent = now_seconds();
    if (client_hashes && door == NEW) pthread_join(u->hasher, NULL);
    finish(h, u);
    u->send_seconds += sent - start;
    u->finish_seconds += now_seconds() - sent;
}

static void upload_put(struct http *h, struct upload *u) {
    struct reply r;
    http_send_head(h, "PUT", u->path, file_size, "Content-Type: application/octet-stream\r\n");
    http_send_file(h, file, 0, (size_t)file_size);
    http_reply(h, &r);
    expect_success(&r, "PUT");
    free(r.body);
}

static void *run(void *argument) {
    struct upload *u = argument;
    struct http h = {0};
    http_open(&h, &target);
    do {
        if (door == PUT) upload_put(&h, u);
        else upload_chunked(&h, u);
        u->count++;
    } while (now_seconds() < deadline);
    http_close(&h);
    return NULL;
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (target_option(&target, argc, argv, &i)) continue;
        const char *name = argv[i];
        if (strcmp(name, "--hash") == 0) {
            client_hashes = true;
            continue;
        }
        const char *value = option_value(argc, argv, &i);
        if (strcmp(name, "--door") == 0)
            door = strcmp(value, "put") == 0 ? PUT : strcmp(value, "old") == 0 ? OLD : NEW;
        else if (strcmp(name, "--file") == 0) file_name = value;
        else if (strcmp(name, "--sha256") == 0) sha256 = value;
        else if (strcmp(name, "--path") == 0) path = value;
        else if (strcmp(name, "--conflict") == 0) conflict = value;
        else if (strcmp(name, "--connections") == 0) connections = atoi(value);
        else if (strcmp(name, "--uploads") == 0) uploads = atoi(value);
        else if (strcmp(name, "--for") == 0) for_seconds = atof(value);
        else die("unknown option %s", name);
    }
    if (!file_name || !path || target.port == 0 || connections < 1 || uploads < 1)
        die("usage: upload --port P --door D --file F --sha256 H --path PATH [options]");
    raise_descriptor_limit();
    file = open(file_name, O_RDONLY | O_CLOEXEC);
    struct stat info;
    if (file < 0 || fstat(file, &info) < 0) die("cannot open %s", file_name);
    file_size = info.st_size;
    struct upload *all = calloc((size_t)uploads, sizeof *all);
    if (!all) die("out of memory");
    double start = now_seconds();
    deadline = start + for_seconds;
    for (int i = 0; i < uploads; i++) {
        if (uploads == 1) snprintf(all[i].path, sizeof all[i].path, "%s", path);
        else snprintf(all[i].path, sizeof all[i].path, "%s-%d", path, i);
        const char *slash = strrchr(all[i].path, '/');
        snprintf(all[i].name, sizeof all[i].name, "%.500s", slash ? slash + 1 : all[i].path);
        if (pthread_create(&all[i].thread, NULL, run, &all[i]) != 0) die("cannot start a thread");
    }
    int count = 0;
    double sending = 0, finishing = 0;
    for (int i = 0; i < uploads; i++) {
        pthread_join(all[i].thread, NULL);
        count += all[i].count;
        sending += all[i].send_seconds;
        finishing += all[i].finish_seconds;
    }
    printf("{\"bytes\": %lld, \"seconds\": %.6f, \"uploads\": %d, \"send_seconds\": %.6f, \"finish_seconds\": %.6f}\n",
           file_size * count, now_seconds() - start, count, sending / count, finishing / count);
    return 0;
}
