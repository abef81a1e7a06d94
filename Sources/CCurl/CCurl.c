#include "CCurl.h"

CURLcode hearth_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

CURLcode hearth_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

CURLcode hearth_curl_set_pointer(CURL *handle, CURLoption option, const void *value) {
    return curl_easy_setopt(handle, option, value);
}

CURLcode hearth_curl_set_blob(CURL *handle, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
    return curl_easy_setopt(handle, option, &blob);
}

CURLcode hearth_curl_set_write(CURL *handle, curl_write_callback function, void *data) {
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, data);
    return curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, function);
}

CURLcode hearth_curl_set_header(CURL *handle, curl_write_callback function, void *data) {
    curl_easy_setopt(handle, CURLOPT_HEADERDATA, data);
    return curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, function);
}

CURLcode hearth_curl_set_read(CURL *handle, curl_read_callback function, void *data) {
    curl_easy_setopt(handle, CURLOPT_READDATA, data);
    return curl_easy_setopt(handle, CURLOPT_READFUNCTION, function);
}

CURLcode hearth_curl_set_seek(CURL *handle, curl_seek_callback function, void *data) {
    curl_easy_setopt(handle, CURLOPT_SEEKDATA, data);
    return curl_easy_setopt(handle, CURLOPT_SEEKFUNCTION, function);
}

CURLcode hearth_curl_set_progress(CURL *handle, curl_xferinfo_callback function, void *data) {
    curl_easy_setopt(handle, CURLOPT_XFERINFODATA, data);
    curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
    return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, function);
}

CURLcode hearth_curl_set_socket(CURL *handle, curl_sockopt_callback function, void *data) {
    curl_easy_setopt(handle, CURLOPT_SOCKOPTDATA, data);
    return curl_easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, function);
}

CURLcode hearth_curl_set_tls(CURL *handle, curl_ssl_ctx_callback function, void *data) {
    curl_easy_setopt(handle, CURLOPT_SSL_CTX_DATA, data);
    return curl_easy_setopt(handle, CURLOPT_SSL_CTX_FUNCTION, function);
}

CURLcode hearth_curl_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

CURLcode hearth_curl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(handle, info, value);
}

CURLcode hearth_curl_get_certificates(CURL *handle, struct curl_certinfo **value) {
    return curl_easy_getinfo(handle, CURLINFO_CERTINFO, value);
}

CURLMcode hearth_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

int hearth_curl_multi_done(CURLM *multi, CURL **handle, CURLcode *result) {
    int left = 0;
    for (CURLMsg *message; (message = curl_multi_info_read(multi, &left));) {
        if (message->msg != CURLMSG_DONE) continue;
        *handle = message->easy_handle;
        *result = message->data.result;
        return 1;
    }
    return 0;
}
