// libcurl's variadic calls, which Swift cannot use, one for each type of argument; no logic.
#ifndef HEARTH_CCURL_H
#define HEARTH_CCURL_H
#include <curl/curl.h>

CURLcode hearth_curl_set_long(CURL *handle, CURLoption option, long value);
CURLcode hearth_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value);
CURLcode hearth_curl_set_pointer(CURL *handle, CURLoption option, const void *value);
/// Copies the bytes, as CURL_BLOB_COPY.
CURLcode hearth_curl_set_blob(CURL *handle, CURLoption option, const void *bytes, size_t count);

CURLcode hearth_curl_set_write(CURL *handle, curl_write_callback function, void *data);
CURLcode hearth_curl_set_header(CURL *handle, curl_write_callback function, void *data);
CURLcode hearth_curl_set_read(CURL *handle, curl_read_callback function, void *data);
CURLcode hearth_curl_set_seek(CURL *handle, curl_seek_callback function, void *data);
CURLcode hearth_curl_set_progress(CURL *handle, curl_xferinfo_callback function, void *data);
CURLcode hearth_curl_set_socket(CURL *handle, curl_sockopt_callback function, void *data);
CURLcode hearth_curl_set_tls(CURL *handle, curl_ssl_ctx_callback function, void *data);

CURLcode hearth_curl_get_long(CURL *handle, CURLINFO info, long *value);
CURLcode hearth_curl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value);
CURLcode hearth_curl_get_certificates(CURL *handle, struct curl_certinfo **value);

CURLMcode hearth_curl_multi_set_long(CURLM *multi, CURLMoption option, long value);

/// The easy handle and the result of a finished transfer; 0 when there is none.
int hearth_curl_multi_done(CURLM *multi, CURL **handle, CURLcode *result);
#endif
