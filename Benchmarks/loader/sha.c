// sha: the SHA-256 rate of one core: libcrypto over one 1 MiB buffer, MIB times.
//
//     sha MIB
//
// Prints {"bytes", "seconds"}.
#include "net.h"

#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    long mebibytes = argc > 1 ? atol(argv[1]) : 1024;
    size_t size = 1 << 20;
    unsigned char *buffer = must_alloc(size), digest[32];
    for (size_t i = 0; i < size; i++) buffer[i] = (unsigned char)(i * 31 + (i >> 8));
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    double start = now_seconds();
    EVP_DigestInit_ex(context, EVP_sha256(), NULL);
    for (long i = 0; i < mebibytes; i++) EVP_DigestUpdate(context, buffer, size);
    EVP_DigestFinal_ex(context, digest, NULL);
    double seconds = now_seconds() - start;
    printf("{\"bytes\": %lld, \"seconds\": %.6f}\n", (long long)mebibytes << 20, seconds);
    return 0;
}
