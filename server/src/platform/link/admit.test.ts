import type { IClientOptions } from "mqtt";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { connectStation } from "../../../test/station.ts";
import { keepAliveS } from "./broker/session.ts";
import { embeddedLink } from "./embedded-link.ts";

const NAME = "gc-0123456789ab";

test("a station with a mistyped name is listed among the rejected connections, with characters that are not printable replaced", async () => {
  const log = pino({ level: "silent" });
  const authenticate = async () => ({ verdict: "accepted", epoch: 1 }) as const;
  const link = embeddedLink({ host: "127.0.0.1", port: 0, authenticate, now: () => 0, log });
  await link.start();
  onTestFinished(() => link.stop());
  await expect(connectStation(link.port(), "GC-0123456789AF")).rejects.toMatchObject({ code: 4 });
  await expect(connectStation(link.port(), "gc 1\u00e9")).rejects.toMatchObject({ code: 4 });
  expect(link.rejectedConnections()).toMatchObject([
    { station: "gc?1?", reason: "unknown" },
    { station: "GC-0123456789AF", reason: "unknown", tries: 1 },
  ]);
});

test("a client whose ID is not its user name, or whose will is not a death message, is listed among the rejected connections", async () => {
  const log = pino({ level: "silent" });
  const authenticate = async () => ({ verdict: "accepted", epoch: 1 }) as const;
  const link = embeddedLink({ host: "127.0.0.1", port: 0, authenticate, now: () => 0, log });
  await link.start();
  onTestFinished(() => link.stop());
  const rejectsWith = async (code: number, clientId: string, options: IClientOptions) =>
    expect(connectStation(link.port(), clientId, options)).rejects.toMatchObject({ code });
  const death = { topic: `st/1/${NAME}/death`, payload: Buffer.from("{}"), qos: 1, retain: false } as const;
  await rejectsWith(4, "mqttjs_4711", { username: NAME });
  expect(link.rejectedConnections()).toMatchObject([{ station: NAME, reason: "client_id", tries: 1 }]);
  await rejectsWith(5, NAME, { will: { ...death, qos: 0 } });
  expect(link.rejectedConnections()).toMatchObject([{ station: NAME, reason: "will", tries: 2 }]);
  await rejectsWith(4, "gc-0123456789ac", { username: "" });
  await rejectsWith(4, "", { username: "" });
  expect(link.rejectedConnections().map(({ station, reason }) => [station, reason])).toEqual([
    ["gc-0123456789ac", "client_id"],
    [NAME, "will"],
  ]);
  await (await connectStation(link.port(), NAME, { will: death })).endAsync();
  expect(link.rejectedConnections()).toMatchObject([{ station: "gc-0123456789ac" }]);
});

test.each([
  { requested: 0, effective: 60 },
  { requested: 600, effective: 60 },
  { requested: 30, effective: 30 },
])("a station that requests a keep-alive of $requested s gets $effective s", ({ requested, effective }) => {
  expect(keepAliveS(requested)).toBe(effective);
});
