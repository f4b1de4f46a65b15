import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { RECONNECTING } from "./crash-load.ts";
import { signIn } from "./writing-person.ts";

const PAUSE_MS = 100;

/** A request, and whether it succeeded. */
type Sample = { sentAt: number; endedAt: number; isOk: boolean };

/** Writes an entry and asks a server whether it is ready, again and again, to compare the two. */
export async function watchWrites({ url, opsUrl, station }: { url: string; opsUrl: string; station: string }) {
  const call = await signIn(url);
  const stopping = new AbortController();
  const writes = repeat(async (nth) => {
    const body = { content: `watched ${nth}`, status: "note" };
    return (await call(`/stations/${station}/supportlog`, { body, key: `watched ${nth}` })).status === 201;
  });
  const checks = repeat(async () => (await fetch(`${opsUrl}/readyz`)).ok);

  /** The results of requests that are made one after the other until the end. */
  function repeat(request: (nth: number) => Promise<boolean>) {
    const samples: Sample[] = [];
    const running = (async () => {
      for (let nth = 0; !stopping.signal.aborted; nth += 1) {
        const sentAt = performance.now();
        const isOk = await request(nth);
        samples.push({ sentAt, endedAt: performance.now(), isOk });
        await sleep(PAUSE_MS);
      }
    })();
    return { samples, running };
  }

  return {
    /** Resolves when entries are stored again after a fault, and the server says that it is ready. */
    async outageSince(brokenAt: number) {
      const calledAt = performance.now();
      const since = ({ sentAt }: Sample) => sentAt > brokenAt;
      await expect
        .poll(() => writes.samples.some(({ sentAt, isOk }) => isOk && sentAt > calledAt), RECONNECTING)
        .toBe(true);
      const during = writes.samples.filter(since);
      const firstFailure = during.find(({ isOk }) => !isOk)?.endedAt ?? Infinity;
      const lastFailure = during.findLast(({ isOk }) => !isOk)?.sentAt ?? 0;
      const written = during.find(({ sentAt, isOk }) => isOk && sentAt > lastFailure)?.endedAt ?? 0;
      const readyAgain = () => checks.samples.find(({ sentAt, isOk }) => isOk && sentAt > written);
      await expect.poll(readyAgain, RECONNECTING).toBeDefined();
      const checked = checks.samples.filter(since);
      return {
        untilWrittenMs: Math.round(written - brokenAt),
        untilReadyMs: Math.round((readyAgain()?.endedAt ?? 0) - brokenAt),
        /** How often the server said that it was not ready. */
        refusals: checked.filter(({ isOk }) => !isOk).length,
        /** How often it said that it was ready between two entries that were not stored. */
        errors: checked.filter(({ isOk, sentAt, endedAt }) => isOk && sentAt > firstFailure && endedAt < lastFailure)
          .length,
      };
    },
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all([writes.running, checks.running]);
    },
  };
}
