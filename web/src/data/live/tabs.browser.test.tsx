import { describe, expect, onTestFinished, test } from "vitest";
import { admin } from "../../../test/fake-console.ts";
import { A, B, isLive, S, shows, start } from "../../../test/live-tabs.tsx";

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
