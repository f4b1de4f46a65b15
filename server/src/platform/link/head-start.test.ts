import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { metric } from "../../../test/metrics.ts";
import { connectStation } from "../../../test/station.ts";
import { embeddedLink } from "./embedded-link.ts";

/** Shorter than any time limit of a connection, since the test also advances their clock. */
const HEAD_START_MS = 4_000;

test("right after a start only some stations connect, and the others once consoles have had time to return", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const headStart = { ms: HEAD_START_MS, stations: 2 };
  const [host, port, now, log] = ["127.0.0.1", 0, Date.now, pino({ level: "silent" })] as const;
  const link = embeddedLink({
    host,
    port,
    headStart,
    now,
    log,
    authenticate: async () => ({ verdict: "accepted", epoch: 1 }),
  });
  await link.start();
  onTestFinished(() => link.stop());
  const connecting = ["gc-a", "gc-b", "gc-c", "gc-d"].map((name) => connectStation(link.port(), name));
  const connections = () =>
    Promise.all(["authenticated", "pending"].map((state) => metric("groundcrew_link_connections", { state })));
  await expect.poll(connections).toEqual([2, 2]);
  vi.advanceTimersByTime(HEAD_START_MS);
  const stations = await Promise.all(connecting);
  expect(await connections()).toEqual([4, 0]);
  await Promise.all(stations.map((station) => station.endAsync()));
});
