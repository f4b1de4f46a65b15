import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const TICKS_PER_S = 100;

/** CPU time of all processes of the embedded PostgreSQL of a folder in ms, including those that have ended. */
export function cpuOfDatabase(folder: string): number {
  const [first] = readFileSync(join(folder, "pg", "postmaster.pid"), "utf8").split("\n");
  let ticks = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const fields = statOf(pid);
    const isFirst = pid === first;
    // utime and stime (fields 14 and 15 of proc(5)), for the first process also cutime and cstime (16 and 17); field 4 is the
    // parent.
    if (isFirst || fields[1] === first) ticks += sum(fields.slice(11, isFirst ? 15 : 13));
  }
  return (ticks / TICKS_PER_S) * 1_000;
}

/** The fields from the third on, because the second is a name that can contain any character. */
function statOf(pid: string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}

function sum(texts: readonly string[]): number {
  return texts.reduce((all, text) => all + Number(text), 0);
}
