import { setTimeout as sleep } from "node:timers/promises";
import { numberOption } from "./fleet.ts";
import { goal } from "./measure.ts";

/** Of a time in ms. */
type Estimate = { value: number; error: number };
export type Cost = { median: Estimate; mean: Estimate };

/** For how long each series of requests is sent: `[--seconds 30]`. */
const SECONDS = numberOption("seconds", 30);
const HALF_MS = 500;

type Series = { perSecond: number; request: () => Promise<unknown> };

/**
 * CPU time for each request beyond what the server uses without them: requests are sent in one half of each second, and what the other half costs is
 * subtracted. Which half is random, because the server does some work every second. The mean contains the requests' share of garbage collections,
 * which are rare and long; the median does not.
 */
export async function costOf(cpu: () => Promise<number>, { perSecond, request }: Series): Promise<Cost> {
  const costs: number[] = [];
  for (let second = 0; second < SECONDS; second += 1) {
    const isFirst = Math.random() < 0.5;
    const before = isFirst ? null : await spend(cpu, 0, request);
    const busy = await spend(cpu, perSecond, request);
    const { usedMs, forMs } = before ?? (await spend(cpu, 0, request));
    costs.push((busy.usedMs - (usedMs * busy.forMs) / forMs) / perSecond);
  }
  return { median: medianOf(costs), mean: meanOf(costs) };
}

/** Spends half a second with this many requests. */
async function spend(cpu: () => Promise<number>, count: number, request: () => Promise<unknown>) {
  const [before, start] = [await cpu(), performance.now()];
  for (let nth = 0; nth < count; nth += 1) {
    await sleepUntil(start + (nth * HALF_MS) / count);
    await request();
  }
  await sleepUntil(start + HALF_MS);
  return { usedMs: (await cpu()) - before, forMs: performance.now() - start };
}

/** Whether a goal is reached, by how much it is exceeded: not decided within two standard errors. */
export function verdict(text: string, { value, error }: Estimate): string {
  return Math.abs(value) < 2 * error ? `${text}: not decided` : goal(text, value <= 0);
}

/** An estimate as a cell of a table. */
export function cell({ value, error }: Estimate): string {
  return `${value.toFixed(1)} ± ${error.toFixed(1)} ms`;
}

type Weighted = [weight: number, estimate: Estimate];

/** A weighted difference of two estimates. */
export function minus([weight, one]: Weighted, [otherWeight, other]: Weighted): Estimate {
  const error = Math.hypot(weight * one.error, otherWeight * other.error);
  return { value: weight * one.value - otherWeight * other.value, error };
}

async function sleepUntil(at: number): Promise<void> {
  await sleep(Math.max(0, at - performance.now()));
}

/** The standard error is that of a normal distribution with the same median absolute deviation, so that single outliers do not count. */
function medianOf(values: readonly number[]): Estimate {
  const middle = (of: readonly number[]) => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0;
  const value = middle(values);
  const deviation = 1.4826 * middle(values.map((one) => Math.abs(one - value)));
  return { value, error: (Math.sqrt(Math.PI / 2) * deviation) / Math.sqrt(values.length) };
}

function meanOf(values: readonly number[]): Estimate {
  const value = values.reduce((sum, one) => sum + one, 0) / values.length;
  const variance = values.reduce((sum, one) => sum + (one - value) ** 2, 0) / (values.length - 1);
  return { value, error: Math.sqrt(variance / values.length) };
}
