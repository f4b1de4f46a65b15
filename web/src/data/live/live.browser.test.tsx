import { QueryObserver } from "@tanstack/react-query";
import { NETWORK_FAILURE } from "@groundcrew/shared/lib";
import { getSession, type SessionUser } from "@groundcrew/shared/sessions";
import { describe, expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { customer } from "../../../test/fake-console.ts";
import { A, B, isLive, openOne, S, shows } from "../../../test/live-tabs.tsx";
import { setHidden } from "../../../test/visibility.ts";
import { nextTask } from "../../lib/index.ts";
import { CallFailure } from "../api/index.ts";
import { sessionKeys } from "../../sessions/index.ts";

/** Waiting for it would let more time pass on a busy machine, up to the 12 s of silence after which a stream is lost. */
function showsNow(text: string): void {
  expect(page.getByText(text, { exact: true }).query()).not.toBeNull();
}

describe("the connection", () => {
  test("is shown as reconnecting after three seconds, and a break that was shown is listed", async () => {
    const { clock, live } = await openOne();
    live.refuse({ status: 502, retryAfter: null });
    live.last().cut();
    await clock.pass(4 * S);
    await shows("Tab: reconnecting, changes: 0, breaks: 0");
    await clock.pass(9 * S);
    await shows("Tab: out of reach, changes: 0, breaks: 0");
    live.refuse(null);
    await clock.pass(31 * S);
    await shows("Tab: live, changes: 0, breaks: 1");
    expect(live.open()).toHaveLength(1);
  });

  test("is polling when the server refuses the stream, which is not requested again before the time it named", async () => {
    const { clock, live } = await openOne();
    const requested = live.streams.length;
    live.refuse({ status: 503, retryAfter: "60" });
    live.last().send("bye", { reason: "shutdown", within_ms: 0 });
    live.last().cut();
    await clock.pass(4 * S);
    await shows("Tab: polling, changes: 0, breaks: 0");
    live.refuse(null);
    await clock.pass(54 * S);
    expect(live.streams).toHaveLength(requested);
    await clock.pass(10 * S);
    await shows("Tab: live, changes: 0, breaks: 1");
  });

  test("is without the database, and nothing else, when the server says so", async () => {
    const { clock, live } = await openOne();
    live.refuse({ status: 503, retryAfter: "5" });
    live.last().send("bye", { reason: "unavailable", within_ms: 0 });
    live.last().cut();
    await clock.pass(4 * S);
    await shows("Tab: unavailable, changes: 0, breaks: 0");
    await clock.pass(60 * S);
    await shows("Tab: unavailable, changes: 0, breaks: 0");
    live.refuse(null);
    await clock.pass(40 * S);
    await shows("Tab: live, changes: 0, breaks: 1");
    expect(live.open()).toHaveLength(1);
  });

  test("is out of reach after 12 seconds of silence and opened again, but not while comments arrive", async () => {
    const { clock, live } = await openOne();
    await clock.pass(60 * S);
    expect(live.streams).toHaveLength(1);
    live.setSilent(true);
    live.refuse({ status: 502, retryAfter: null });
    await clock.pass(6 * S);
    showsNow("Tab: live, changes: 0, breaks: 0");
    await clock.pass(7 * S);
    await shows("Tab: out of reach, changes: 0, breaks: 0");
    live.refuse(null);
    live.setSilent(false);
    await clock.pass(5 * S);
    await expect.poll(() => live.streams.length).toBe(2);
    expect(live.open()).toEqual([live.last()]);
    await shows("Tab: live, changes: 0, breaks: 1");
  });

  test("is not believed in any tab after a request of one was not answered, unless something arrived just now", async () => {
    const { clock, live, openTab, client } = await openOne();
    openTab("Other");
    await isLive("Other");
    const fail = () =>
      client
        .query({ queryKey: ["unanswered"], queryFn: () => Promise.reject(new CallFailure(null, NETWORK_FAILURE)) })
        .catch(() => {});
    await clock.pass(6 * S);
    await fail();
    await clock.pass(2 * S);
    await isLive("Tab");
    live.setSilent(true);
    live.refuse({ status: 502, retryAfter: null });
    await clock.pass(5 * S);
    showsNow("Other: live, changes: 0, breaks: 0");
    await fail();
    await clock.pass(1 * S);
    await shows("Tab: reconnecting, changes: 0, breaks: 0");
    await shows("Other: reconnecting, changes: 0, breaks: 0");
    expect(live.open()).toEqual([]);
  });

  test("is closed when the page has been hidden for a minute, and opened when it is visible", async () => {
    const { clock, live } = await openOne();
    setHidden(true);
    await clock.pass(30 * S);
    live.last().comment();
    await clock.pass(25 * S);
    expect(live.open()).toHaveLength(1);
    await clock.pass(6 * S);
    await expect.poll(() => live.open()).toEqual([]);
    setHidden(false);
    await expect.poll(() => live.open().length).toBe(1);
    await isLive("Tab");
  });

  test("can be switched off in this browser, for the next page too", async () => {
    const { clock, live, close, openTab } = await openOne();
    await page.getByRole("button", { name: "Switch Tab" }).click();
    await shows("Tab: off, changes: 0, breaks: 0");
    await expect.poll(() => live.open()).toEqual([]);
    close();
    openTab("Next");
    await shows("Next: off, changes: 0, breaks: 0");
    await clock.pass(60 * S);
    expect(live.streams).toHaveLength(1);
    await page.getByRole("button", { name: "Switch Next" }).click();
    await isLive("Next");
  });

  test("ends with the session, which is requested when the server says that it may have ended", async () => {
    const { clock, server, live, client } = await openOne();
    let user: SessionUser = customer;
    server.on(getSession, async () => ({ status: 200 as const, body: { user } }));
    live.last().send("bye", { reason: "rights", within_ms: 100 });
    user = { ...customer, can_manage: true };
    await expect.poll(() => client.getQueryData(sessionKeys.current)).toEqual(user);
    await clock.pass(1 * S);
    await expect.poll(() => live.streams.length).toBe(2);
  });
});

describe("a notice", () => {
  test("makes exactly the queries be requested that it concerns, at most once a second", async () => {
    const { clock, live, loads } = await openOne();
    expect(live.last().query.get("names")).toBe(A);
    expect(loads).toEqual(["Tab station", "Tab users"]);
    const notify = (name: string) => live.last().send("changed", { notices: [{ topic: "station", station: name }] });
    notify(A);
    await expect.poll(() => loads.length).toBe(3);
    for (let index = 0; index < 5; index++) notify(A);
    await clock.pass(300);
    expect(loads).toHaveLength(3);
    await clock.pass(1 * S);
    await expect.poll(() => loads).toEqual(["Tab station", "Tab users", "Tab station", "Tab station"]);
    notify(B);
    live.last().send("changed", { notices: [{ topic: "users", station: null }] });
    await expect.poll(() => loads.slice(4)).toEqual(["Tab users"]);
    await clock.pass(2 * S);
    expect(loads.slice(4)).toEqual(["Tab users"]);
  });

  test("that arrives while the page is hidden makes what it concerns be requested when it is visible", async () => {
    const { clock, live, loads } = await openOne();
    setHidden(true);
    live.last().send("changed", { notices: [{ topic: "station", station: A }] });
    await clock.pass(30 * S);
    expect(loads).toHaveLength(2);
    setHidden(false);
    await expect.poll(() => loads.slice(2)).toEqual(["Tab station"]);
  });

  test("may have been missed while the page was hidden for so long that the stream was closed", async () => {
    const { clock, live, loads } = await openOne();
    setHidden(true);
    await clock.pass(61 * S);
    await expect.poll(() => live.open()).toEqual([]);
    expect(loads).toHaveLength(2);
    setHidden(false);
    await expect.poll(() => loads.slice(2).toSorted()).toEqual(["Tab station", "Tab users"]);
  });

  test("may have been missed during a break, so that what is displayed is requested once after it", async () => {
    const { clock, live, loads } = await openOne();
    live.last().cut();
    await clock.pass(2 * S);
    await expect.poll(() => live.open().length).toBe(1);
    await expect.poll(() => loads.slice(2).toSorted()).toEqual(["Tab station", "Tab users"]);
    await clock.pass(5 * S);
    expect(loads).toHaveLength(4);
  });
});

test("what failed is requested again as soon as the server can be reached", async () => {
  const { clock, live, client } = await openOne();
  let isReachable = false;
  let requests = 0;
  const failing = new QueryObserver(client, {
    queryKey: ["history"],
    queryFn: async () => {
      requests += 1;
      if (!isReachable) throw new CallFailure(null, NETWORK_FAILURE);
      return 1;
    },
  });
  onTestFinished(failing.subscribe(() => {}));
  await expect.poll(() => failing.getCurrentResult().error).not.toBeNull();
  live.last().cut();
  isReachable = true;
  await clock.pass(2 * S);
  await expect.poll(() => failing.getCurrentResult().data).toBe(1);
  expect(requests).toBe(2);
});

test("what the server refuses and what it never answers do not request each other again and again", async () => {
  const { clock, live, client } = await openOne();
  live.refuse({ status: 502, retryAfter: null });
  live.last().cut();
  await clock.pass(2 * S);
  let requests = 0;
  for (const status of [null, 500]) {
    const failing = new QueryObserver(client, {
      queryKey: ["failing", status],
      retry: false,
      async queryFn() {
        requests += 1;
        await nextTask();
        throw new CallFailure(status, "Failed");
      },
    });
    onTestFinished(failing.subscribe(() => {}));
  }
  await expect.poll(() => requests).toBe(2);
  for (const status of [null, 500]) await client.refetchQueries({ queryKey: ["failing", status] });
  for (let tasks = 0; tasks < 100; tasks += 1) await nextTask();
  expect(requests).toBeLessThan(10);
});
