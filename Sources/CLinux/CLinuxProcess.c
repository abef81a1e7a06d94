#define _GNU_SOURCE 1
#include "CLinux.h"

int hearth_peer_uid(int socket, unsigned int *uid) {
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return -1;
    *uid = peer.uid;
    return 0;
}

int hearth_forbid_core_dumps(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
