import { arch, cpus, platform, release, totalmem } from "node:os";

/** Times in ms of repeated work. */
export type Times = { median: number; p95: number };

/** Runs the work a few times to warm up, then measures it. `nth` is the number of the repetition. */
export async function measure(work: (nth: number) => Promise<unknown>, runs = 40): Promise<Times> {
  const warmUp = Math.ceil(runs / 10);
  const times: number[] = [];
  for (let nth = 0; nth < warmUp + runs; nth += 1) {
    const start = performance.now();
    await work(nth);
    if (nth >= warmUp) times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return { median: at(times, 0.5), p95: at(times, 0.95) };
}

/** A description of the machine, in one line. */
export function machine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  const system = `${platform()} ${release()} ${arch()}`;
  return `${cpus().length} × ${first?.model.trim() ?? "unknown CPU"}, ${memory} GB, ${system}, Node ${process.version}`;
}

/** Exit code of a benchmark that has measured everything, but misses a goal. */
export const GOAL_MISSED = 3;

/** A goal for a table, and whether it is reached. If it is not, the benchmark ends with `GOAL_MISSED`. */
export function goal(text: string, isReached: boolean): string {
  if (!isReached) process.exitCode = GOAL_MISSED;
  return `${text}: ${isReached ? "reached" : "missed"}`;
}

/** A time in ms with its significant digits. */
export function ms(time: number): string {
  return time < 10 ? time.toFixed(1) : String(Math.round(time));
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
