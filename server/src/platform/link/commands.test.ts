import { COMMAND_CODES, commands as known, topicOf, type Cmd } from "@groundcrew/shared/link";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openFakeStation, type FakeStation } from "../../../test/fake-station.ts";
import { connectStation, sendMessage } from "../../../test/station.ts";
import { openCommands, type Commands } from "./commands.ts";
import { embeddedLink, type EmbeddedLink } from "./embedded-link.ts";

const NAME = "gc-00000000000a";
const OTHER = "gc-00000000000b";
const NOW = 1_000_000;
const log = pino({ level: "silent" });

let link: EmbeddedLink;
let commands: Commands;
let up: Set<string>;

beforeEach(async () => {
  up = new Set([NAME, OTHER]);
  link = embeddedLink({
    host: "127.0.0.1",
    port: 0,
    authenticate: async () => ({ verdict: "accepted", epoch: 1 }),
    now: () => NOW,
    log,
  });
  commands = openCommands({ link, server: "one", isUp: (name) => up.has(name), now: () => NOW });
  link.handle("birth", ({ station, payload }) => {
    const { id } = JSON.parse(Buffer.from(payload).toString());
    const output = { server_time: NOW, telemetry_min_s: 10, telemetry_max_s: 60, boot: 1 };
    void link.publish(topicOf(station, "birth_ack"), JSON.stringify({ v: 1, id, code: 0, message: "", output }));
  });
  await link.start();
});

afterEach(async () => {
  vi.useRealTimers();
  await commands.stop();
  await link.stop();
});

const born = (name: string): Promise<FakeStation> => openFakeStation(link.port(), name, {});
const ping = (station = NAME, timeoutMs = 60_000) =>
  commands.send({ station, command: known.ping, data: {}, timeoutMs });

test("a command has its server, expiry and data, and its answer is returned", async () => {
  const station = await born(NAME);
  expect(await ping()).toEqual({ kind: "done", output: null });
  expect(station.received).toEqual([
    { v: 1, id: expect.any(String), name: "ping", instance: "one", expires_at: NOW + 60_000, data: {} },
  ]);
});

test("a refusal has a code and a message", async () => {
  const station = await born(NAME);
  station.onCommand(() => ({ code: COMMAND_CODES.busy, message: "Not now.", output: { a: 1 } }));
  expect(await ping()).toEqual({ kind: "refused", code: COMMAND_CODES.busy, message: "Not now." });
});

test("an answer that does not match the command's schema is a refusal", async () => {
  const station = await born(NAME);
  station.onCommand(() => ({ output: { failed: "all" } }));
  const data = { lights_on: true, uploads: [{ camera: "cam0", url: "http://127.0.0.1/" }] };
  const result = await commands.send({ station: NAME, command: known.capture, data, timeoutMs: 60_000 });
  expect(result).toMatchObject({ kind: "refused", message: "Its answer is not valid." });
});

test("a command to an offline station fails at once, and does not reach the station when it reconnects", async () => {
  up.delete(NAME);
  expect(await ping()).toEqual({ kind: "offline" });
  up.add(NAME);
  // The board may still show a link as up that has just ended.
  expect(await ping()).toEqual({ kind: "offline" });
  const station = await born(NAME);
  expect(await ping()).toEqual({ kind: "done", output: null });
  expect(station.received).toHaveLength(1);
});

test("a command without an answer is repeated with the same id until it times out", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  const station = await born(NAME);
  station.onCommand(() => null);
  const pending = ping(NAME, 5_000);
  for (const times of [1, 2, 3]) {
    await expect.poll(() => station.delivered.length).toBe(times);
    vi.advanceTimersByTime(2_000);
  }
  expect(await pending).toEqual({ kind: "timeout" });
  expect(station.received).toHaveLength(1);
});

test("a command that was not delivered before the station went offline is not sent when it reconnects", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  const station = await born(NAME);
  station.onCommand(() => null);
  const pending = ping(NAME, 60_000);
  await station.receives("ping");
  up.delete(NAME);
  vi.advanceTimersByTime(2_000);
  up.add(NAME);
  const again = await born(NAME);
  vi.advanceTimersByTime(58_000);
  expect(await pending).toEqual({ kind: "timeout" });
  expect(await ping()).toEqual({ kind: "done", output: null });
  expect(again.received).toHaveLength(1);
});

test("a station that reports progress is given more time", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  const station = await born(NAME);
  let finish = (): void => undefined;
  station.onCommand(async ({ id, instance }) => {
    await sendMessage(station.client, "cmd_progress", { v: 1, id, instance, data: { done: 0, of: 1 } });
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return {};
  });
  const pending = ping();
  await station.receives("ping");
  // Handled once the broker has accepted a later client.
  await connectStation(link.port(), OTHER);
  vi.advanceTimersByTime(9_000);
  await connectStation(link.port(), "gc-00000000000c");
  expect(station.delivered).toHaveLength(1);
  finish();
  expect(await pending).toEqual({ kind: "done", output: null });
});

test("only the station that got the command can answer, and only to the server that sent it", async () => {
  const [station, other] = [await born(NAME), await born(OTHER)];
  station.onCommand(() => null);
  const pending = ping();
  const { id, instance } = await station.receives("ping");
  const ack = { v: 1, id, instance, code: COMMAND_CODES.failed, message: "Forged.", output: null };
  await sendMessage(other.client, "cmd_ack", ack);
  await sendMessage(station.client, "cmd_ack", { ...ack, instance: "two" });
  await sendMessage(station.client, "cmd_ack", { ...ack, id: "another" });
  await sendMessage(station.client, "cmd_ack", { ...ack, code: COMMAND_CODES.done });
  await sendMessage(station.client, "cmd_ack", ack);
  expect(await pending).toEqual({ kind: "done", output: null });
});

test("messages that are not valid answers are ignored", async () => {
  const station = await born(NAME);
  station.onCommand(() => null);
  const pending = ping();
  const { id, instance } = await station.receives("ping");
  for (const text of ["", "{", "[]", JSON.stringify({ v: 2, id, instance }), JSON.stringify({ v: 1, id, code: "x" })]) {
    await sendMessage(station.client, "cmd_ack", Buffer.from(text));
    await sendMessage(station.client, "cmd_progress", Buffer.from(text));
  }
  await sendMessage(station.client, "cmd_ack", { v: 1, id, instance, code: 0, message: "", output: null });
  expect(await pending).toEqual({ kind: "done", output: null });
});

test("the number of pending commands is limited for each station alone", async () => {
  const [station, other] = [await born(NAME), await born(OTHER)];
  station.onCommand(() => null);
  const pending = Array.from({ length: 32 }, () => ping());
  const busy = { kind: "refused", code: COMMAND_CODES.busy, message: "It has too many commands pending." };
  expect(await ping()).toEqual(busy);
  expect(await ping(OTHER)).toEqual({ kind: "done", output: null });
  expect(other.received).toHaveLength(1);
  await commands.stop();
  expect(await Promise.all(pending)).toEqual(pending.map(() => ({ kind: "timeout" })));
  expect(await ping(OTHER)).toEqual({ kind: "offline" });
});

test("answers are matched to their commands in any order", async () => {
  const station = await born(NAME);
  const late: Cmd[] = [];
  station.onCommand((pending) => {
    late.push(pending);
    if (late.length < 20) return null;
    const reversed = late.toReversed();
    void (async () => {
      for (const { id, instance } of reversed) {
        const code = COMMAND_CODES.failed;
        await sendMessage(station.client, "cmd_ack", { v: 1, id, instance, code, message: id, output: null });
      }
    })();
    return null;
  });
  const results = await Promise.all(Array.from({ length: 20 }, () => ping()));
  const messages = results.map((result) => (result.kind === "refused" ? result.message : ""));
  expect(messages).toEqual(late.map(({ id }) => id));
});
