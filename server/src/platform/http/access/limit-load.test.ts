import { once } from "node:events";
import { endpoint } from "@groundcrew/shared/contract";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { limitLoad } from "./limit-load.ts";
import { beginAnonymous } from "./principal.ts";
import { answer, route } from "../route.ts";

const call = {
  name: "later",
  summary: "A call.",
  method: "GET",
  path: "/api/later",
  access: "public",
  replies: { 200: z.string() },
} as const;
const later = endpoint(call);
const fromStation = endpoint({ ...call, name: "fromStation", path: "/api/from-station", countsAsLoad: false });

/** A server that runs one call and lets another one wait; calls wait until `release` is called. */
async function open(waitMs: number) {
  const app = fastify();
  onTestFinished(() => app.close());
  beginAnonymous(app);
  limitLoad(app, { inProgress: 1, waiting: 1, waitMs });
  const calls: (() => void)[] = [];
  for (const declared of [later, fromStation]) {
    route(app, declared, async () => {
      await new Promise<void>((resolve) => calls.push(resolve));
      return answer(200, "done");
    });
  }
  await app.listen({ host: "127.0.0.1", port: 0 });
  const get = async (path: string = later.path, signal?: AbortSignal) => {
    const reply = await fetch(`${app.listeningOrigin}${path}`, signal ? { signal } : {});
    return [reply.status, reply.headers.get("retry-after")];
  };
  /** Begins a call, and returns a function that makes its client give up, which resolves when the server knows. */
  const getAndLeave = async () => {
    const leaving = new AbortController();
    const received = once(app.server, "request");
    const reply = get(later.path, leaving.signal).catch(() => "gone");
    const [, response] = await received;
    return async () => {
      const closed = once(response, "close");
      leaving.abort();
      expect(await reply).toBe("gone");
      await closed;
    };
  };
  const begun = (count: number) => expect.poll(() => calls.length).toBe(count);
  const release = (nth: number) => calls[nth]?.();
  /** The call after the first one that ran runs as well. */
  const runsAnother = async () => {
    const next = get();
    await begun(2);
    release(1);
    expect(await next).toEqual([200, null]);
  };
  return { begun, calls, get, getAndLeave, release, runsAnother };
}

test("a call above the limit waits until another one is done", async () => {
  const { begun, get, release } = await open(60_000);
  const first = get();
  await begun(1);
  const second = get();
  release(0);
  expect(await first).toEqual([200, null]);
  await begun(2);
  release(1);
  expect(await second).toEqual([200, null]);
});

test("a call that has waited too long, and one that comes when too many wait, get 503", async () => {
  const { begun, get, release, runsAnother } = await open(300);
  const first = get();
  await begun(1);
  const answers = await Promise.all([get(), get()]);
  expect(answers).toEqual([
    [503, "2"],
    [503, "2"],
  ]);
  release(0);
  expect(await first).toEqual([200, null]);
  await runsAnother();
});

test("a call whose client has gone counts until its handler has ended", async () => {
  const { begun, calls, get, getAndLeave, release, runsAnother } = await open(300);
  const leave = await getAndLeave();
  await begun(1);
  await leave();
  expect(await get()).toEqual([503, "2"]);
  expect(calls).toHaveLength(1);
  release(0);
  await runsAnother();
});

test("a call whose client has gone while it waited is not run", async () => {
  const { begun, calls, get, getAndLeave, release, runsAnother } = await open(60_000);
  const first = get();
  await begun(1);
  const leave = await getAndLeave();
  await leave();
  release(0);
  expect(await first).toEqual([200, null]);
  await runsAnother();
  expect(calls).toHaveLength(2);
});

test("calls that mostly wait for a station are not limited", async () => {
  const { begun, get, release } = await open(60_000);
  const answers = [get(), get(fromStation.path), get(fromStation.path)];
  await begun(3);
  for (const nth of [0, 1, 2]) release(nth);
  expect(await Promise.all(answers)).toEqual([
    [200, null],
    [200, null],
    [200, null],
  ]);
});
