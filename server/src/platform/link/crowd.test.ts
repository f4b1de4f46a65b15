import { once } from "node:events";
import { connect } from "node:net";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { connectStation } from "../../../test/station.ts";
import { embeddedLink } from "./embedded-link.ts";

test("the number of connections that are not authenticated yet is limited, and authenticated ones do not count", async () => {
  const link = embeddedLink({
    host: "127.0.0.1",
    port: 0,
    maxUnauthenticated: 2,
    now: Date.now,
    log: pino({ level: "silent" }),
    authenticate: async () => ({ verdict: "accepted", epoch: 1 }),
  });
  await link.start();
  onTestFinished(() => link.stop());
  const open = () => connect(link.port(), "127.0.0.1").on("error", () => undefined);

  const stations = [];
  for (const name of ["gc-a", "gc-b", "gc-c"]) stations.push(await connectStation(link.port(), name));
  const idle = [open(), open()];
  for (const socket of idle) await once(socket, "connect");
  await once(open(), "close");
  expect(idle.map(({ closed }) => closed)).toEqual([false, false]);
  expect(stations.map(({ connected }) => connected)).toEqual([true, true, true]);

  // The server may notice the closed socket late, so the station tries again.
  idle[0]?.destroy();
  const late = () => connectStation(link.port(), "gc-d", { reconnectPeriod: 20 }).catch(() => null);
  await expect.poll(async () => (await late())?.endAsync().then(() => "connected")).toBe("connected");
  await Promise.all(stations.map((station) => station.endAsync()));
  idle[1]?.destroy();
});
