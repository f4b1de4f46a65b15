import { spawnSync } from "node:child_process";

/** The child processes of a process, with their command lines. */
export function childrenOf(parent: number): { pid: number; command: string }[] {
  const { stdout } = spawnSync("ps", ["-A", "-ww", "-o", "pid=,ppid=,command="], { encoding: "utf8" });
  return stdout.split("\n").flatMap((line) => {
    const [, pid, ppid, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(ppid) === parent ? [{ pid: Number(pid), command }] : [];
  });
}
