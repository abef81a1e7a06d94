#include "attempts.h"

long attempt_open(void);
long attempt_open_libc(void);
long attempt_open_bare(void);
long attempt_creat(void);
long attempt_openat2(void);
long attempt_open_path(void);
long attempt_open_directory(void);
long attempt_open_nameless(void);
long attempt_open_own_memory(void);
long attempt_open_parents_memory(void);
long attempt_open_again(void);
long attempt_open_kept_for_writing(void);
long attempt_open_kept_and_truncate(void);
long attempt_open_kept_otherwise(void);
long attempt_open_by_handle(void);
long attempt_open_as_32_bit(void);
long attempt_open_as_x32(void);
long attempt_list_directory(void);
long attempt_look(void);
long attempt_look_by_statx(void);
long attempt_ask_access(void);
long attempt_read_link(void);
long attempt_read_attribute(void);
long attempt_ask_space(void);
long attempt_watch(void);
long attempt_make_directory(void);
long attempt_make_pipe_file(void);
long attempt_make_link(void);
long attempt_make_hard_link(void);
long attempt_move(void);
long attempt_remove(void);
long attempt_change_mode(void);
long attempt_change_owner(void);
long attempt_change_times(void);
long attempt_cut_by_path(void);
long attempt_write_open(void);
long attempt_write_at(void);
long attempt_write_map(void);
long attempt_cut_open(void);
long attempt_grow_open(void);
long attempt_reserve(void);
long attempt_grow_log(void);
long attempt_file_in_memory(void);
long attempt_leave_root_directory(void);
long attempt_change_directory(void);
long attempt_fork(void);
long attempt_fork_bare(void);
long attempt_vfork(void);
long attempt_clone(void);
long attempt_clone3(void);
long attempt_clone_thread_that_stops_parent(void);
long attempt_clone_with_namespace(void);
long attempt_spawn(void);
long attempt_system(void);
long attempt_execute(void);
long attempt_execute_open(void);
long attempt_trace_me(void);
long attempt_trace_parent(void);
long attempt_read_parent(void);
long attempt_write_parent(void);
long attempt_read_self(void);
long attempt_parents_descriptor(void);
long attempt_steal_descriptor(void);
long attempt_compare_processes(void);
long attempt_kill_parent(void);
long attempt_kill_self(void);
long attempt_kill_all(void);
long attempt_kill_parents_thread(void);
long attempt_kill_any_thread(void);
long attempt_queue_signal(void);
long attempt_become_root(void);
long attempt_become_group(void);
long attempt_allow_dumps(void);
long attempt_raise_limit(void);
long attempt_limit_parent(void);
long attempt_change_scheduler(void);
long attempt_leave_group(void);
long attempt_change_personality(void);
long attempt_socket_inet(void);
long attempt_socket_inet6(void);
long attempt_socket_unix(void);
long attempt_socket_netlink(void);
long attempt_socket_packet(void);
long attempt_socket_pair(void);
long attempt_connect(void);
long attempt_listen(void);
long attempt_mount(void);
long attempt_unmount(void);
long attempt_open_tree(void);
long attempt_open_file_system(void);
long attempt_new_namespace(void);
long attempt_enter_namespace(void);
long attempt_change_root(void);
long attempt_ring(void);
long attempt_bpf(void);
long attempt_fault_handler(void);
long attempt_performance(void);
long attempt_keyring(void);
long attempt_load_module(void);
long attempt_load_kernel(void);
long attempt_restart_machine(void);
long attempt_kernel_log(void);
long attempt_set_clock(void);
long attempt_rename_machine(void);
long attempt_shared_memory(void);
long attempt_message_queue(void);
long attempt_second_filter(void);
long attempt_terminal(void);
long attempt_memory(void);
long attempt_memory_of_heap(void);
long attempt_memory_made_writable(void);
long attempt_memory_shared(void);
long attempt_memory_grown(void);
long attempt_memory_locked(void);
long attempt_memory_with_code(void);
long attempt_memory_turned_to_code(void);
long attempt_descriptors(void);
long attempt_processor(void);
long attempt_threads(void);

static const struct media_attempt table[] = {
    {"open", attempt_open, 1},
    {"open-libc", attempt_open_libc, 1},
    {"open-bare", attempt_open_bare, 1},
    {"creat", attempt_creat, 1},
    {"openat2", attempt_openat2, 1},
    {"open-path", attempt_open_path, 1},
    {"open-directory", attempt_open_directory, 1},
    {"open-nameless", attempt_open_nameless, 0},
    {"open-own-memory", attempt_open_own_memory, 1},
    {"open-parents-memory", attempt_open_parents_memory, 0},
    {"open-again", attempt_open_again, 1},
    {"open-kept-for-writing", attempt_open_kept_for_writing, 1},
    {"open-kept-and-truncate", attempt_open_kept_and_truncate, 1},
    {"open-kept-otherwise", attempt_open_kept_otherwise, 1},
    {"open-by-handle", attempt_open_by_handle, 0},
    {"open-as-32-bit", attempt_open_as_32_bit, 0},
    {"open-as-x32", attempt_open_as_x32, 0},
    {"list-directory", attempt_list_directory, 1},
    {"look", attempt_look, 1},
    {"look-by-statx", attempt_look_by_statx, 1},
    {"ask-access", attempt_ask_access, 1},
    {"read-link", attempt_read_link, 1},
    {"read-attribute", attempt_read_attribute, 1},
    {"ask-space", attempt_ask_space, 1},
    {"watch", attempt_watch, 0},
    {"make-directory", attempt_make_directory, 1},
    {"make-pipe-file", attempt_make_pipe_file, 1},
    {"make-link", attempt_make_link, 1},
    {"make-hard-link", attempt_make_hard_link, 1},
    {"move", attempt_move, 1},
    {"remove", attempt_remove, 1},
    {"change-mode", attempt_change_mode, 1},
    {"change-owner", attempt_change_owner, 1},
    {"change-times", attempt_change_times, 1},
    {"cut-by-path", attempt_cut_by_path, 1},
    {"write-open", attempt_write_open, 1},
    {"write-at", attempt_write_at, 1},
    {"write-map", attempt_write_map, 1},
    {"cut-open", attempt_cut_open, 1},
    {"grow-open", attempt_grow_open, 1},
    {"reserve", attempt_reserve, 1},
    {"grow-log", attempt_grow_log, 0},
    {"file-in-memory", attempt_file_in_memory, 1},
    {"leave-root-directory", attempt_leave_root_directory, 1},
    {"change-directory", attempt_change_directory, 1},
    {"fork", attempt_fork, 1},
    {"fork-bare", attempt_fork_bare, 1},
    {"vfork", attempt_vfork, 1},
    {"clone", attempt_clone, 1},
    {"clone3", attempt_clone3, 1},
    {"clone-thread-that-stops-parent", attempt_clone_thread_that_stops_parent, 0},
    {"clone-with-namespace", attempt_clone_with_namespace, 0},
    {"spawn", attempt_spawn, 1},
    {"system", attempt_system, 0},
    {"execute", attempt_execute, 0},
    {"execute-open", attempt_execute_open, 0},
    {"trace-me", attempt_trace_me, 1},
    {"trace-parent", attempt_trace_parent, 0},
    {"read-parent", attempt_read_parent, 0},
    {"write-parent", attempt_write_parent, 0},
    {"read-self", attempt_read_self, 1},
    {"parents-descriptor", attempt_parents_descriptor, 1},
    {"steal-descriptor", attempt_steal_descriptor, 0},
    {"compare-processes", attempt_compare_processes, 1},
    {"kill-parent", attempt_kill_parent, 1},
    {"kill-self", attempt_kill_self, 1},
    {"kill-all", attempt_kill_all, 0},
    {"kill-parents-thread", attempt_kill_parents_thread, 1},
    {"kill-any-thread", attempt_kill_any_thread, 1},
    {"queue-signal", attempt_queue_signal, 1},
    {"become-root", attempt_become_root, 0},
    {"become-group", attempt_become_group, 1},
    {"allow-dumps", attempt_allow_dumps, 1},
    {"raise-limit", attempt_raise_limit, 0},
    {"limit-parent", attempt_limit_parent, 1},
    {"change-scheduler", attempt_change_scheduler, 1},
    {"leave-group", attempt_leave_group, 0},
    {"change-personality", attempt_change_personality, 1},
    {"socket-inet", attempt_socket_inet, 1},
    {"socket-inet6", attempt_socket_inet6, 1},
    {"socket-unix", attempt_socket_unix, 1},
    {"socket-netlink", attempt_socket_netlink, 1},
    {"socket-packet", attempt_socket_packet, 1},
    {"socket-pair", attempt_socket_pair, 1},
    {"connect", attempt_connect, 1},
    {"listen", attempt_listen, 1},
    {"mount", attempt_mount, 0},
    {"unmount", attempt_unmount, 1},
    {"open-tree", attempt_open_tree, 1},
    {"open-file-system", attempt_open_file_system, 1},
    {"new-namespace", attempt_new_namespace, 0},
    {"enter-namespace", attempt_enter_namespace, 1},
    {"change-root", attempt_change_root, 1},
    {"ring", attempt_ring, 0},
    {"bpf", attempt_bpf, 0},
    {"fault-handler", attempt_fault_handler, 0},
    {"performance", attempt_performance, 0},
    {"keyring", attempt_keyring, 0},
    {"load-module", attempt_load_module, 0},
    {"load-kernel", attempt_load_kernel, 0},
    {"restart-machine", attempt_restart_machine, 1},
    {"kernel-log", attempt_kernel_log, 0},
    {"set-clock", attempt_set_clock, 1},
    {"rename-machine", attempt_rename_machine, 1},
    {"shared-memory", attempt_shared_memory, 1},
    {"message-queue", attempt_message_queue, 1},
    {"second-filter", attempt_second_filter, 1},
    {"terminal", attempt_terminal, 0},
    {"memory", attempt_memory, 0},
    {"memory-of-heap", attempt_memory_of_heap, 0},
    {"memory-made-writable", attempt_memory_made_writable, 0},
    {"memory-shared", attempt_memory_shared, 1},
    {"memory-grown", attempt_memory_grown, 0},
    {"memory-locked", attempt_memory_locked, 0},
    {"memory-with-code", attempt_memory_with_code, 1},
    {"memory-turned-to-code", attempt_memory_turned_to_code, 1},
    {"descriptors", attempt_descriptors, 0},
    {"processor", attempt_processor, 0},
    {"threads", attempt_threads, 0},
    {NULL, NULL, 0},
};

const struct media_attempt *media_attempts(void) { return table; }
