// Loaded before the server: limits the memory that glibc keeps in reserve. glibc reads these settings only when a program is started, so
// this process replaces itself by the same program with the same options. Other systems and C libraries have no such settings.
import process from "node:process";
import { isMainThread } from "node:worker_threads";

/** Two arenas instead of eight for each processor, and blocks of a megabyte or more are returned at once. */
const TUNABLES = "glibc.malloc.arena_max=2:glibc.malloc.mmap_threshold=1048576:glibc.malloc.trim_threshold=4194304";

const { env, execPath, execArgv, argv } = process;
const isSet = env.GLIBC_TUNABLES !== undefined;
// A channel to the parent process would be lost.
if (process.platform === "linux" && isMainThread && !isSet && process.channel === undefined) {
  process.execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, GLIBC_TUNABLES: TUNABLES });
}
