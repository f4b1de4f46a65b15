import { QueryClientProvider, QueryObserver, useQuery, type QueryClient } from "@tanstack/react-query";
import { NETWORK_FAILURE } from "@groundcrew/shared/lib";
import { getSession, type SessionUser } from "@groundcrew/shared/sessions";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { fakeClock } from "../../test/clock.ts";
import { admin, customer } from "../../test/fake-console.ts";
import { serveLive } from "../../test/fake-live.ts";
import { startFakeServer } from "../../test/fake-server.ts";
import { render } from "../../test/render.tsx";
import { CallFailure, queryKeys } from "../api/index.ts";
import { makeQueryClient } from "../query-client.ts";
import { useLive, useLiveDetails, useLiveStation, useStartLive } from "./index.ts";

const A = "gc-000000000001";
const B = "gc-000000000002";
const S = 1_000;

type TabProps = { tab: string; user: SessionUser; station: string; onLoad: (key: string) => void };

/** A tab that shows a station, the users, and the connection. */
function Tab({ tab, user, station, onLoad }: TabProps) {
  useStartLive(user);
  useLiveStation(station);
  const { state, setOff } = useLive();
  const { changes, breaks } = useLiveDetails();
  useQuery({ queryKey: queryKeys.station(station), queryFn: () => (onLoad(`${tab} station`), 1) });
  useQuery({ queryKey: queryKeys.users(1), queryFn: () => (onLoad(`${tab} users`), 1) });
  return (
    <>
      <p>
        {tab}: {state.kind}, changes: {changes}, breaks: {breaks.length}
      </p>
      <button onClick={() => setOff(state.kind !== "off")}>Switch {tab}</button>
    </>
  );
}

function start() {
  const clock = fakeClock();
  const server = startFakeServer();
  const loads: string[] = [];
  onTestFinished(() => localStorage.clear());
  /** Opens a tab of the browser. */
  function openTab(tab: string, { user = customer, station = A } = {}): { client: QueryClient; close: () => void } {
    const client = makeQueryClient();
    client.setQueryData(queryKeys.session.current, user);
    onTestFinished(() => client.clear());
    const close = render(
      <QueryClientProvider client={client}>
        <Tab tab={tab} user={user} station={station} onLoad={(key) => loads.push(key)} />
      </QueryClientProvider>,
    );
    return { client, close };
  }
  return { clock, server, live: serveLive(server), loads, openTab };
}

const shows = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();
const isLive = (tab: string) => shows(`${tab}: live, changes: 0, breaks: 0`);

/** Makes the page hidden or visible. */
function setHidden(isHidden: boolean): void {
  vi.spyOn(document, "hidden", "get").mockReturnValue(isHidden);
  document.dispatchEvent(new Event("visibilitychange"));
}

async function openOne() {
  const opened = start();
  const tab = opened.openTab("Tab");
  await isLive("Tab");
  return { ...opened, ...tab };
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
  });

  test("is out of reach after 12 seconds of silence and opened again, but not while comments arrive", async () => {
    const { clock, live } = await openOne();
    await clock.pass(60 * S);
    expect(live.streams).toHaveLength(1);
    live.setSilent(true);
    live.refuse({ status: 502, retryAfter: null });
    await clock.pass(6 * S);
    await shows("Tab: live, changes: 0, breaks: 0");
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
        .fetchQuery({ queryKey: ["unanswered"], queryFn: () => Promise.reject(new CallFailure(null, NETWORK_FAILURE)) })
        .catch(() => {});
    await clock.pass(6 * S);
    await fail();
    await clock.pass(2 * S);
    await isLive("Tab");
    live.setSilent(true);
    live.refuse({ status: 502, retryAfter: null });
    await clock.pass(8 * S);
    await isLive("Other");
    await fail();
    await clock.pass(1 * S);
    await shows("Tab: reconnecting, changes: 0, breaks: 0");
    await shows("Other: reconnecting, changes: 0, breaks: 0");
  });

  test("is closed when the page has been hidden for a minute, and opened when it is visible", async () => {
    const { clock, live } = await openOne();
    onTestFinished(() => void vi.restoreAllMocks());
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
    await expect.poll(() => client.getQueryData(queryKeys.session.current)).toEqual(user);
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

describe("several tabs", () => {
  test("have one stream that names the stations of all", async () => {
    const { clock, live, loads, openTab } = start();
    openTab("One");
    await isLive("One");
    const two = openTab("Two", { station: B });
    await isLive("Two");
    await expect.poll(() => live.open().map(({ query }) => query.get("names"))).toEqual([`${A},${B}`]);
    live.last().send("changed", { notices: [{ topic: "station", station: B }] });
    await expect.poll(() => loads.slice(4)).toEqual(["Two station"]);
    const opened = live.streams.length;
    two.close();
    await clock.pass(10 * S);
    live.last().comment();
    expect(live.streams).toHaveLength(opened);
    await clock.pass(30 * S);
    live.last().comment();
    await clock.pass(21 * S);
    await expect.poll(() => live.open().map(({ query }) => query.get("names"))).toEqual([A]);
  });

  test("of another user neither get its events nor its connection", async () => {
    const { clock, live, loads, openTab } = start();
    openTab("Customer");
    await isLive("Customer");
    openTab("Admin", { user: admin });
    await clock.pass(10 * S);
    await shows("Admin: polling, changes: 0, breaks: 0");
    live.last().send("changed", { notices: [{ topic: "station", station: A }] });
    await expect.poll(() => loads.slice(4)).toEqual(["Customer station"]);
    expect(live.open()).toHaveLength(1);
  });

  test("poll when the one with the stream says nothing for five seconds", async () => {
    const { clock, live, openTab } = start();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const isHeld = new Promise<void>((resolve) => {
      void navigator.locks.request("groundcrew-live", () => (resolve(), held));
    });
    await isHeld;
    openTab("Tab");
    await clock.pass(7 * S);
    await shows("Tab: polling, changes: 0, breaks: 0");
    release();
    await isLive("Tab");
    expect(live.streams).toHaveLength(1);
  });

  test("have a stream each where pages may not use locks", async () => {
    const { live, openTab } = start();
    const { locks } = navigator;
    Reflect.deleteProperty(Navigator.prototype, "locks");
    onTestFinished(
      () => void Object.defineProperty(Navigator.prototype, "locks", { get: () => locks, configurable: true }),
    );
    openTab("One");
    openTab("Two");
    await isLive("One");
    await isLive("Two");
    await expect.poll(() => live.open().length).toBe(2);
  });
});
