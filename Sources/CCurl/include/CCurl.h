// libcurl's variadic calls, which Swift cannot use; no logic.
#ifndef HEARTH_CCURL_H
#define HEARTH_CCURL_H
#include <curl/curl.h>

CURLcode hearth_curl_set_long(CURL *handle, CURLoption option, long value);
CURLcode hearth_curl_set_pointer(CURL *handle, CURLoption option, const void *value);
#endif
