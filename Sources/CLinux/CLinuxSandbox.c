#define _GNU_SOURCE 1
#include "CLinux.h"
#include "CLinuxSandbox.h"

#include <grp.h>
#include <linux/capability.h>
#include <malloc.h>
#include <sched.h>

_Static_assert(HEARTH_NEW_IPC == CLONE_NEWIPC, "CLONE_NEWIPC");
_Static_assert(HEARTH_NEW_USER == CLONE_NEWUSER, "CLONE_NEWUSER");
_Static_assert(HEARTH_NEW_NETWORK == CLONE_NEWNET, "CLONE_NEWNET");
_Static_assert((int)HEARTH_RLIMIT_NPROC == (int)RLIMIT_NPROC, "RLIMIT_NPROC");
_Static_assert((int)HEARTH_RLIMIT_MEMLOCK == (int)RLIMIT_MEMLOCK, "RLIMIT_MEMLOCK");
_Static_assert((int)HEARTH_RLIMIT_MSGQUEUE == (int)RLIMIT_MSGQUEUE, "RLIMIT_MSGQUEUE");

int hearth_unshare(int flags) { return unshare(flags); }

int hearth_close_from(unsigned int first) { return (int)syscall(SYS_close_range, first, ~0U, 0); }

int hearth_drop_capabilities(void) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
    struct __user_cap_data_struct none[2] = {{0}, {0}};
    // Without CAP_SETPCAP neither works, and then neither matters: no_new_privs keeps what is not held out of reach.
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    for (int capability = 0; capability < 64; capability++) prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    return (int)syscall(SYS_capset, &header, none);
}

int hearth_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

int hearth_become(unsigned int user, unsigned int group) {
    if (setgroups(0, NULL) != 0) return -1;
    if (setresgid(group, group, group) != 0) return -1;
    return setresuid(user, user, user);
}

int hearth_set_thread_stack(size_t bytes) {
    pthread_attr_t attributes;
    int result = pthread_attr_init(&attributes);
    if (result != 0) return result;
    result = pthread_attr_setstacksize(&attributes, bytes);
    if (result == 0) result = pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
    return result;
}

void hearth_trim_heap(void) { malloc_trim(0); }
