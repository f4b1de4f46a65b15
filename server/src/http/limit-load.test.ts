import { endpoint } from "@groundcrew/shared/contract";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { limitLoad } from "./limit-load.ts";

const call = (name: string) =>
  endpoint({
    name,
    summary: "A call.",
    method: "GET",
    path: `/api/${name}`,
    access: "public",
    replies: { 200: z.null() },
  });

/** A server with a place for one call, and room for another that waits; calls wait until `release` is called. */
async function open(waitMs: number) {
  const app = fastify();
  onTestFinished(() => app.close());
  limitLoad(app, { inProgress: 1, waiting: 1, waitMs });
  const calls: (() => void)[] = [];
  for (const name of ["later", "takeImages"]) {
    app.get(`/api/${name}`, { config: { endpoint: call(name) } }, async () => {
      await new Promise<void>((resolve) => calls.push(resolve));
      return "done";
    });
  }
  await app.listen({ host: "127.0.0.1", port: 0 });
  const get = async (name = "later", signal?: AbortSignal) => {
    const reply = await fetch(`${app.listeningOrigin}/api/${name}`, signal ? { signal } : {});
    return [reply.status, reply.headers.get("retry-after")];
  };
  const begun = (count: number) => expect.poll(() => calls.length).toBe(count);
  return { begun, get, release: (nth: number) => calls[nth]?.() };
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
  const { begun, get, release } = await open(300);
  const first = get();
  await begun(1);
  const answers = await Promise.all([get(), get()]);
  expect(answers).toEqual([
    [503, "2"],
    [503, "2"],
  ]);
  release(0);
  expect(await first).toEqual([200, null]);
  // The place is free again.
  const next = get();
  await begun(2);
  release(1);
  expect(await next).toEqual([200, null]);
});

test("a client that is gone keeps no place, whether its call waited or was in progress", async () => {
  const { begun, get, release } = await open(60_000);
  const leaving = new AbortController();
  const first = get("later", leaving.signal).catch(() => "gone");
  await begun(1);
  const second = get("later", leaving.signal).catch(() => "gone");
  leaving.abort();
  expect(await Promise.all([first, second])).toEqual(["gone", "gone"]);
  const third = get();
  await begun(2);
  release(1);
  expect(await third).toEqual([200, null]);
});

test("calls that wait for a station are not limited", async () => {
  const { begun, get, release } = await open(60_000);
  const answers = [get(), get("takeImages"), get("takeImages")];
  await begun(3);
  for (const nth of [0, 1, 2]) release(nth);
  expect(await Promise.all(answers)).toEqual([
    [200, null],
    [200, null],
    [200, null],
  ]);
});
