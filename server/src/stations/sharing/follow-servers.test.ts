import { expect, test } from "vitest";
import { followServers } from "./follow-servers.ts";

const S = 1_000;
const alive = (server: string, sequence: number) => ({ server, sequence, kind: "alive" as const });

function open() {
  const clock = { now: 0 };
  return { clock, servers: followServers(() => clock.now) };
}

test("the first message of a server and one after a gap are not the next ones", () => {
  const { servers } = open();
  expect(servers.note(alive("one", 7))).toBe(false);
  expect(servers.note(alive("one", 8))).toBe(true);
  expect(servers.note(alive("two", 1))).toBe(false);
  expect(servers.note(alive("one", 10))).toBe(false);
  expect(servers.note(alive("one", 11))).toBe(true);
});

test("all servers are received until one is silent for more than three seconds, and again when it sends something", () => {
  const { clock, servers } = open();
  expect(servers.areReceived()).toBe(true);
  servers.note(alive("one", 1));
  clock.now = 3 * S;
  expect(servers.areReceived()).toBe(true);
  clock.now = 3 * S + 1;
  expect(servers.areReceived()).toBe(false);
  servers.note(alive("one", 2));
  expect(servers.areReceived()).toBe(true);
});

test("a server that says that it stops is not missed; one that does not is, for ten minutes", () => {
  const { clock, servers } = open();
  servers.note(alive("stopped", 1));
  servers.note({ server: "stopped", sequence: 2, kind: "stopped" });
  clock.now = 4 * S;
  expect(servers.areReceived()).toBe(true);
  servers.note(alive("killed", 1));
  clock.now = 604 * S;
  expect(servers.areReceived()).toBe(false);
  clock.now = 604 * S + 1;
  expect(servers.areReceived()).toBe(true);
});

test("a server that writes and sends nothing is missed, for ten minutes after it wrote last", () => {
  const { clock, servers } = open();
  servers.note({ server: "one", sequence: 2, kind: "stopped" });
  servers.noteWriters(["one"]);
  expect(servers.areReceived()).toBe(true);
  servers.noteWriters(["one", "without NATS"]);
  expect(servers.areReceived()).toBe(false);
  clock.now = 600 * S;
  servers.noteWriters([]);
  expect(servers.areReceived()).toBe(false);
  clock.now = 600 * S + 1;
  expect(servers.areReceived()).toBe(true);
});

test("a server that the database has shown is received from its first message on", () => {
  const { servers } = open();
  servers.noteWriters(["one"]);
  servers.note(alive("one", 1));
  expect(servers.areReceived()).toBe(true);
});
