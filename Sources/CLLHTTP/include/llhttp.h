// llhttp comes from the distribution's package; only this forwarding header is ours.
#if __has_include("/usr/share/include/llhttp/llhttp.h")
#include "/usr/share/include/llhttp/llhttp.h"
#else
#error "llhttp is missing: apt-get install node-llhttp"
#endif
