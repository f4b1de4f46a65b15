import { failures, randomFrom, type Failure, type Random } from "@groundcrew/simulator/model";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { AUTHORS } from "./organizations.ts";
import type { Plan } from "./plan.ts";
import { floorMinute, historyStart, type Detail, type HistoryEvent } from "./timeline.ts";

/** A station error in the demo. Times in ms; `handled` is null for an unresolved error. */
export type DemoError = {
  logged: number;
  failure: Failure;
  job_id: string | null;
  job_type: string | null;
  error_message: string;
  occurred: number | null;
  handled: { at: number; by: string; solution: string } | null;
};

const KEY = 8;
// Errors come in bursts, because a failed action is retried before anyone looks at it.
const BURST = { share: 0.3, longest: 4 } as const;
const UNRESOLVED_SINCE_DAYS = 12;

/** The errors of a station, oldest first. */
export function errorsOf(plan: Plan, { now, detail }: { now: number; detail: Detail }): DemoError[] {
  if (plan.lastMessageAt === null) return [];
  const random = randomFrom(plan.seed, KEY);
  const start = historyStart(plan, now) + HOUR_MS;
  const end = plan.lastMessageAt - 2 * MINUTE_MS;
  if (start >= end) return [];
  const recent = Math.max(start, end - UNRESOLVED_SINCE_DAYS * DAY_MS);
  const share = (end - start) / (365 * DAY_MS);
  const resolved = Math.round(detail.errorsPerYear * share * 2 * random.next());
  const unresolved = plan.role.unresolved ?? (random.chance(0.14) ? random.whole(1, 2) : 0);
  return [
    ...failedSwaps(plan, { from: Math.max(start, now - detail.reportDays * DAY_MS), end, share: detail.failingShare }),
    ...lastFailures(plan, end),
    ...burstsOf(plan, { random, count: resolved, start, end, isResolved: true }),
    ...burstsOf(plan, { random, count: unresolved, start: recent, end, isResolved: false }).map((error, index) =>
      unresolved < STORM.from ? error : inStorm(error, { index, end, random: randomFrom(plan.seed + index, KEY) }),
    ),
  ].sort((a, b) => a.logged - b.logged);
}

const SWAP_KEY = 9;

/** The failures of swaps of a station, of which a share fails. */
function failedSwaps(plan: Plan, { from, end, share }: { from: number; end: number; share: number }): DemoError[] {
  const errors: DemoError[] = [];
  for (let day = from; day < end; day += DAY_MS) {
    const random = randomFrom(plan.seed, SWAP_KEY, Math.floor(day / DAY_MS));
    for (let left = Math.floor(plan.swaps_per_day * share + random.next()); left > 0; left--) {
      const logged = Math.floor(day + random.next() * DAY_MS);
      const failure = random.pick(swapFailures(plan));
      if (logged < end) errors.push(oneError(failure, { random, logged, end, isResolved: true }));
    }
  }
  return errors;
}

function swapFailures({ station_type }: Plan): Failure[] {
  return failures[station_type].filter(({ job }) => job?.includes("swap"));
}

/** The last two failures of a station at which each swap fails. */
function lastFailures(plan: Plan, end: number): DemoError[] {
  if (!plan.role.faults?.includes("swap_fails")) return [];
  const random = randomFrom(plan.seed, SWAP_KEY);
  return [35, 12].map((minutes) => {
    const logged = end - minutes * MINUTE_MS;
    const error = oneError(random.pick(swapFailures(plan)), { random, logged, end, isResolved: false });
    return Object.assign(error, { job_type: "swap_drone", job_id: (0x20_00 + minutes).toString(16) });
  });
}

/** Stations with at least this many unresolved errors have most of them since yesterday, and some of a kind that is new. */
const STORM = { from: 12, ageMs: 20 * HOUR_MS, newMs: 3 * DAY_MS } as const;

const RISING: Failure = {
  job: "charge",
  text: "Charger slot 5 answered with abnormal voltage 11032",
  tag: "battery",
  solutions: [],
};
const NEW: Failure = { ...RISING, text: "Charger slot 3 answered with abnormal current 4120" };

type StormInput = { index: number; end: number; random: Random };

/** One of the errors of a station that has many: two of three are of the same recent kind, and each eighth is of a new one. */
function inStorm(error: DemoError, { index, end, random }: StormInput): DemoError {
  if (index % 8 === 0)
    return oneError(NEW, { random, logged: since(STORM.newMs, { end, random }), end, isResolved: false });
  if (index % 3 === 0) return error;
  return oneError(RISING, { random, logged: since(STORM.ageMs, { end, random }), end, isResolved: false });
}

function since(ageMs: number, { end, random }: Pick<StormInput, "end" | "random">): number {
  return Math.floor(end - ageMs * random.next());
}

/** The errors as events in the station's history. */
export function errorEvents(errors: readonly DemoError[]): HistoryEvent[] {
  return errors.map(({ logged }) => ({ minute: floorMinute(logged), errors: 1 }));
}

type Bursts = { random: Random; count: number; start: number; end: number; isResolved: boolean };

function burstsOf(plan: Plan, { random, count, start, end, isResolved }: Bursts): DemoError[] {
  const errors: DemoError[] = [];
  while (errors.length < count) {
    const failure = random.pick(failures[plan.station_type]);
    const length = random.chance(BURST.share) ? random.whole(2, BURST.longest) : 1;
    let logged = start + (end - start) * random.next();
    for (let left = Math.min(length, count - errors.length); left > 0; left--) {
      errors.push(oneError(failure, { random, logged: Math.min(Math.floor(logged), end), end, isResolved }));
      logged += random.between(20, 200) * SECOND_MS;
    }
  }
  return errors;
}

type ErrorInput = { random: Random; logged: number; end: number; isResolved: boolean };

function oneError(failure: Failure, { random, logged, end, isResolved }: ErrorInput): DemoError {
  const id = random.whole(0x10_00, 0xff_ff).toString(16);
  return {
    logged,
    failure,
    ...errorText({ ...failure, text: varied(failure.text, logged) }, { id, form: random.next(), logged }),
    occurred: random.chance(0.1) ? null : logged - random.whole(200, 9_000),
    handled: isResolved ? handledAfter(failure, { random, logged, end }) : null,
  };
}

/** A message with other numbers, which depend on the time. Digits joined to letters stay. */
function varied(text: string, logged: number): string {
  const random = randomFrom(logged, KEY);
  return text.replaceAll(/(?<![\w.])\d+(?!\w)/g, (digits) => {
    const number = Number(digits);
    return String(number < 10 ? random.whole(1, 6) : random.whole(Math.ceil(number * 0.9), Math.floor(number * 1.1)));
  });
}

type ErrorText = Pick<DemoError, "job_id" | "job_type" | "error_message">;

/** The three formats in which station releases report the same failure. */
function errorText(
  { job, text }: Failure,
  { id, form, logged }: { id: string; form: number; logged: number },
): ErrorText {
  if (job === null) return { job_id: null, job_type: null, error_message: text };
  if (form < 0.2) return { job_id: id, job_type: null, error_message: `(job_type=${job}) ${text}` };
  if (form < 0.4) {
    const message = `Job (${id}) (${job}) failed with exception: ${text} T:${Math.floor(logged / SECOND_MS)}`;
    return { job_id: id, job_type: job, error_message: message };
  }
  return { job_id: id, job_type: job, error_message: text };
}

function handledAfter(
  { solutions }: Failure,
  { random, logged, end }: Omit<ErrorInput, "isResolved">,
): DemoError["handled"] {
  const at = Math.min(logged + random.between(0.5, 60) * HOUR_MS, Math.max(logged + SECOND_MS, end));
  return { at: Math.floor(at), by: random.pick(AUTHORS), solution: random.pick(solutions) };
}
