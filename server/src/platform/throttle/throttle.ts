import { countText, HOUR_MS, MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { inTransaction, isDatabaseUnavailable, type SharedDb } from "../db/index.ts";
import { Problem } from "../http/index.ts";
import { limitConcurrency } from "../lib/index.ts";
import { deleteBucket, FORGET_MS, lockBucket, updateBucket, type Attempts } from "./queries.ts";
import ipaddr from "ipaddr.js";

/** Attempts that are counted together. */
export type Bucket = {
  key: string;
  waits: Waits;
  /** The effect of a successful attempt: clear the bucket, or not count itself. */
  success: "clears" | "is not counted";
};

export type Throttle = {
  /** Counts an attempt in each bucket, of which the last has the widest source; refuses it with status 429 while one of them requires a wait. */
  begin: (buckets: readonly Bucket[]) => Promise<Attempt>;
};

/** An attempt, which counts as failed until reported otherwise. */
export type Attempt = {
  succeed: () => Promise<void>;
  /** The attempt could not be checked. */
  takeBack: () => Promise<void>;
};

/** Attempts forgiven for each hour without one: few enough that guessing slowly is not worth it. */
const FORGIVEN_PER_HOUR = 4;

/** How many attempts use the database at once: few of the pool's connections, so that attempts never keep other calls waiting. */
const AT_ONCE = 3;
/** How many attempts wait in memory: of one source, and of all. */
const WAITING = { ofSource: 50, all: 1_000 };

/**
 * Counts attempts in the database, so that all servers share them. They are forgiven gradually. An attempt locks its buckets, so those of
 * one source, which its last bucket represents, take turns before they take a connection.
 */
export function throttleIn(db: SharedDb, now: () => Date): Throttle {
  const fromAll = limitConcurrency(AT_ONCE, { max: WAITING.all, full: crowded });
  const fromSource = takeTurns(WAITING.ofSource);

  function changeBuckets(
    buckets: readonly Bucket[],
    change: (tx: SharedDb, bucket: Bucket) => Promise<void>,
  ): Promise<void> {
    return inTransaction(db, async (tx) => {
      for (const bucket of buckets) await change(tx, bucket);
    });
  }

  return {
    async begin(buckets) {
      const at = now();
      await fromSource(buckets.at(-1)?.key ?? "", () =>
        fromAll(() => changeBuckets(buckets, (tx, bucket) => count(tx, bucket, at))),
      );
      const end = (change: (tx: SharedDb, bucket: Bucket) => Promise<void>) => changeBuckets(buckets, change);
      return {
        succeed: () =>
          end((tx, bucket) =>
            bucket.success === "clears" ? deleteBucket(tx, bucket.key) : uncount(tx, bucket, now()),
          ),
        takeBack: () => end((tx, bucket) => uncount(tx, bucket, now())),
      };
    },
  };
}

type Source = { run: ReturnType<typeof limitConcurrency>; tasks: number; outage: unknown };

/**
 * Runs tasks of one source one after another, while at most `max` of them wait. When the database does not respond to one, it is not asked
 * again for those that have waited for it.
 */
function takeTurns(max: number) {
  const sources = new Map<string, Source>();
  return async (key: string, task: () => Promise<void>): Promise<void> => {
    const source = sources.get(key) ?? { run: limitConcurrency(1, { max, full: crowded }), tasks: 0, outage: null };
    sources.set(key, source);
    source.tasks += 1;
    try {
      await source.run(async () => {
        if (source.outage !== null) throw source.outage;
        await task().catch((error: unknown) => {
          if (isDatabaseUnavailable(error)) source.outage = error;
          throw error;
        });
      });
    } finally {
      source.tasks -= 1;
      if (source.tasks === 0) sources.delete(key);
    }
  };
}

/** The refusal of an attempt while too many others wait. */
function crowded(): Problem {
  return tooMany(2 * SECOND_MS);
}

/**
 * Waits for the verdict on an attempt. One that could not be checked, because something is overloaded or unavailable, does not count.
 */
export async function undoOnFailure<Verdict>(attempt: Attempt, verdict: Promise<Verdict>): Promise<Verdict> {
  try {
    return await verdict;
  } catch (error) {
    // When this fails too, the first error is the one to report.
    await attempt.takeBack().catch(() => {});
    throw error;
  }
}

/** A time in the past instead of the time of the attempt: another attempt that is counted later may have begun a few ms earlier. */
const NO_WAIT = new Date(0).toISOString();

async function count(tx: SharedDb, { key, waits }: Bucket, now: Date): Promise<void> {
  const before = await lockBucket(tx, key, now);
  const remainingMs = Date.parse(before.next_attempt) - now.getTime();
  if (remainingMs > 0) throw tooMany(remainingMs);
  const attempts = remembered(before, now) + 1;
  const wait = waitMs(attempts, waits);
  await updateBucket(tx, key, {
    attempts,
    next_attempt: wait === 0 ? NO_WAIT : new Date(now.getTime() + wait).toISOString(),
    last_attempt: now.toISOString(),
  });
}

async function uncount(tx: SharedDb, { key }: Bucket, now: Date): Promise<void> {
  const { attempts, last_attempt } = await lockBucket(tx, key, now);
  const kept = { attempts: Math.max(attempts - 1, 0), last_attempt };
  await updateBucket(tx, key, { ...kept, next_attempt: NO_WAIT });
}

/** Attempts that still count: some are forgiven for each hour without one, and all after a day. */
function remembered({ attempts, last_attempt }: Attempts, now: Date): number {
  // Below zero if the latest attempt began after this one.
  const idleMs = Math.max(now.getTime() - Date.parse(last_attempt), 0);
  if (idleMs > FORGET_MS) return 0;
  return Math.max(attempts - Math.floor(idleMs / HOUR_MS) * FORGIVEN_PER_HOUR, 0);
}

function tooMany(waitMs: number): Problem {
  const seconds = Math.ceil(waitMs / SECOND_MS);
  return new Problem(429, `Too many attempts. Try again in ${durationText(seconds * SECOND_MS)}.`, {
    headers: { "retry-after": String(seconds) },
  });
}

function durationText(ms: number): string {
  for (const [unit, unitMs] of [
    ["hour", HOUR_MS],
    ["minute", MINUTE_MS],
  ] as const) {
    if (ms >= unitMs) return countText(Math.ceil(ms / unitMs), unit);
  }
  return countText(ms / SECOND_MS, "second");
}

/** How the waits between attempts grow: none for the first few, then doubling up to a limit. */
type Waits = { free: number; firstMs: number; longestMs: number };

/** The wait after this many attempts, including the latest. */
export function waitMs(attempts: number, { free, firstMs, longestMs }: Waits): number {
  return attempts < free ? 0 : Math.min(firstMs * 2 ** (attempts - free), longestMs);
}

/** The network of an address, as one household or office has it: the first 24 bits of IPv4, 64 of IPv6. */
export function networkOf(ip: string): string {
  // A proxy's header may contain something else than an address.
  if (!ipaddr.isValid(ip)) return "unknown";
  const address = ipaddr.process(ip);
  return firstBits(address, address.kind() === "ipv4" ? 24 : 64);
}

/** The first 48 bits of an IPv6 address: as many networks as one customer of a provider may have. Null for other addresses. */
export function siteOf(ip: string): string | null {
  if (!ipaddr.isValid(ip)) return null;
  const address = ipaddr.process(ip);
  return address.kind() === "ipv4" ? null : firstBits(address, 48);
}

function firstBits(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const bytes = address.toByteArray().map((byte, index) => (index < bits / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}

/** Waits for a network that sends wrong tokens. */
const WRONG_TOKEN_WAITS = { free: 10, firstMs: 2 * SECOND_MS, longestMs: 5 * MINUTE_MS };

/** Counts a wrong token of a kind, with status 429 while its network has to wait. A right one is never counted or refused. */
export async function countWrongToken(throttle: Throttle, kind: string, ip: string): Promise<void> {
  await throttle.begin([{ key: `${kind} ${networkOf(ip)}`, waits: WRONG_TOKEN_WAITS, success: "is not counted" }]);
}
