// scan: the floor for a folder listing: readdir of every entry and fstatat of each, once.
//
//     scan DIRECTORY
//
// Prints {"entries", "seconds", "readdir_seconds"}.
#include "net.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int main(int argc, char **argv) {
    if (argc != 2) die("usage: scan DIRECTORY");
    double start = now_seconds();
    DIR *directory = opendir(argv[1]);
    if (!directory) die("cannot open %s", argv[1]);
    size_t count = 0, capacity = 1024, used = 0, space = 1 << 20;
    size_t *offsets = must_alloc(sizeof *offsets * capacity);
    char *names = must_alloc(space);
    for (struct dirent *entry; (entry = readdir(directory));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        size_t length = strlen(entry->d_name) + 1;
        if (count == capacity) offsets = realloc(offsets, sizeof *offsets * (capacity *= 2));
        if (used + length > space) names = realloc(names, space *= 2);
        if (!offsets || !names) die("out of memory");
        memcpy(names + used, entry->d_name, length);
        offsets[count++] = used;
        used += length;
    }
    double read = now_seconds();
    long long bytes = 0;
    for (size_t i = 0; i < count; i++) {
        struct stat info;
        if (fstatat(dirfd(directory), names + offsets[i], &info, AT_SYMLINK_NOFOLLOW) == 0) bytes += info.st_size;
    }
    double end = now_seconds();
    printf("{\"entries\": %zu, \"seconds\": %.6f, \"readdir_seconds\": %.6f, \"bytes\": %lld}\n", count, end - start,
           read - start, bytes);
    return 0;
}
