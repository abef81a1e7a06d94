#ifndef HEARTH_COPENSSL_H
#define HEARTH_COPENSSL_H
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

/// Options of a server context; macros of 64 bits that Swift does not import.
static inline unsigned long long hearth_tls_options(void) {
    return SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE |
           SSL_OP_PRIORITIZE_CHACHA | SSL_OP_IGNORE_UNEXPECTED_EOF;
}

/// A new key on the curve P-256; a macro over a variadic function.
static inline EVP_PKEY *hearth_p256_key(void) { return EVP_EC_gen("P-256"); }

/// Adds an extension from its text form (x509v3_config(5)); 1 for success.
static inline int hearth_x509_extend(X509 *certificate, X509 *issuer, int nid, const char *value) {
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
    X509V3_set_ctx_nodb(&context);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, nid, value);
    if (extension == NULL) return 0;
    int status = X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    return status;
}

/// Seconds since 1970 of a time in a certificate; 1 for success.
static inline int hearth_asn1_seconds(const ASN1_TIME *time, long long *seconds) {
    ASN1_TIME *epoch = ASN1_TIME_set(NULL, 0);
    int days = 0, rest = 0;
    int status = epoch != NULL && ASN1_TIME_diff(&days, &rest, epoch, time);
    ASN1_TIME_free(epoch);
    *seconds = days * 86400LL + rest;
    return status;
}

/// A certificate's alternative names, to be freed with `GENERAL_NAMES_free`; NULL without any.
static inline GENERAL_NAMES *hearth_x509_names(const X509 *certificate) {
    return (GENERAL_NAMES *)X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
}

/// How many names there are.
static inline int hearth_names_count(const GENERAL_NAMES *names) { return sk_GENERAL_NAME_num(names); }

/// One name's kind (`GEN_DNS`, `GEN_IPADD`, others without bytes) and its bytes, which the list owns.
static inline int hearth_names_item(const GENERAL_NAMES *names, int index, const unsigned char **bytes, int *count) {
    const GENERAL_NAME *name = sk_GENERAL_NAME_value(names, index);
    const ASN1_STRING *text = name->type == GEN_DNS ? name->d.dNSName : name->type == GEN_IPADD ? name->d.iPAddress : NULL;
    *bytes = text == NULL ? NULL : ASN1_STRING_get0_data(text);
    *count = text == NULL ? 0 : ASN1_STRING_length(text);
    return name->type;
}

/// A certificate's name constraints, to be freed with `NAME_CONSTRAINTS_free`; NULL without any.
static inline NAME_CONSTRAINTS *hearth_x509_constraints(const X509 *certificate) {
    return (NAME_CONSTRAINTS *)X509_get_ext_d2i(certificate, NID_name_constraints, NULL, NULL);
}

/// How many permitted subtrees there are.
static inline int hearth_constraints_count(const NAME_CONSTRAINTS *constraints) {
    return constraints->permittedSubtrees == NULL ? 0 : sk_GENERAL_SUBTREE_num(constraints->permittedSubtrees);
}

/// The bytes of one permitted DNS subtree, which the constraints own; NULL for other kinds.
static inline const unsigned char *hearth_constraints_item(const NAME_CONSTRAINTS *constraints, int index, int *count) {
    const GENERAL_NAME *base = sk_GENERAL_SUBTREE_value(constraints->permittedSubtrees, index)->base;
    if (base->type != GEN_DNS) return NULL;
    *count = ASN1_STRING_length(base->d.dNSName);
    return ASN1_STRING_get0_data(base->d.dNSName);
}
#endif
