import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { connectStation } from "../../test/station.ts";
import { embeddedLink } from "./embedded-link.ts";
import type { HeadStartLimits } from "./head-start.ts";

async function openLink(headStart: HeadStartLimits) {
  const log = pino({ level: "silent" });
  const [host, port, now] = ["127.0.0.1", 0, Date.now];
  const link = embeddedLink({ host, port, headStart, now, log, authenticate: async () => "accepted" });
  await link.start();
  onTestFinished(() => link.stop());
  return (name: string) => connectStation(link.port(), name);
}

test("right after a start only some stations connect, and the others once consoles have had time to return", async () => {
  const connect = await openLink({ ms: 300, stations: 2 });
  const connected: string[] = [];
  const begin = performance.now();
  const names = ["gc-a", "gc-b", "gc-c", "gc-d"];
  const stations = await Promise.all(
    names.map(async (name) => {
      const station = await connect(name);
      connected.push(`${name} ${performance.now() - begin < 290 ? "at once" : "later"}`);
      return station;
    }),
  );
  expect(connected.filter((text) => text.endsWith("later"))).toHaveLength(2);
  expect(connected).toHaveLength(4);
  await Promise.all(stations.map((station) => station.endAsync()));
});
