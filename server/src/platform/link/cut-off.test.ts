import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { topicOf } from "@groundcrew/shared/link";
import { generate } from "mqtt-packet";
import { pino } from "pino";
import { register } from "prom-client";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { connectStation, sendMessage } from "../../../test/station.ts";
import { embeddedLink, type EmbeddedLink } from "./embedded-link.ts";

const NAME = "gc-0123456789ab";

let link: EmbeddedLink;
let received: string[];
let logged: string[];
/** The stored secret, and what happens between its lookup and the verdict. */
let secret: string;
let duringLookup: () => void;
/** The epoch of the latest connection. */
let accepted: number;

beforeEach(async () => {
  received = [];
  logged = [];
  secret = `secret-of-${NAME}`;
  duringLookup = () => {};
  accepted = 0;
  link = embeddedLink({
    host: "127.0.0.1",
    port: 0,
    now: Date.now,
    log: pino({ level: "info" }, { write: (line) => void logged.push(line) }),
    authenticate: async (_, password) => {
      const verdict = password === secret ? ("accepted" as const) : ("wrong_secret" as const);
      await Promise.resolve();
      duringLookup();
      return { verdict, epoch: ++accepted };
    },
  });
  link.handle("tele", ({ payload }) => void received.push(Buffer.from(payload).toString()));
  await link.start();
});

afterEach(() => link.stop());

function rotate(): void {
  secret = "another secret altogether";
  link.disconnect(NAME);
}

test("a connection that is being authenticated with the old secret ends when the secret changes", async () => {
  duringLookup = () => {
    rotate();
    duringLookup = () => {};
  };
  await expect(connectStation(link.port(), NAME)).rejects.toMatchObject({ code: 3 });
  await expect(connectStation(link.port(), NAME)).rejects.toMatchObject({ code: 4 });
  expect(await link.publish(topicOf(NAME, "cmd"), "x")).toBe(false);
  expect(received).toEqual([]);
});

test("an open connection ends when the secret changes, and the new secret is accepted at once", async () => {
  const client = await connectStation(link.port(), NAME);
  const closed = new Promise<void>((resolve) => void client.once("close", () => resolve()));
  rotate();
  await closed;
  await expect(connectStation(link.port(), NAME)).rejects.toMatchObject({ code: 4 });
  const again = await connectStation(link.port(), NAME, { password: secret });
  await sendMessage(again, "tele", 1);
  await again.endAsync();
  expect(received).toEqual(["1"]);
});

test("a connection ends when there is a later one elsewhere, but not because of one before it", async () => {
  const client = await connectStation(link.port(), NAME);
  onTestFinished(() => client.endAsync(true));
  const closed = new Promise<void>((resolve) => void client.once("close", () => resolve()));
  link.supersede(NAME, accepted - 1);
  await sendMessage(client, "tele", 1);
  expect(received).toEqual(["1"]);
  link.supersede(NAME, accepted);
  await closed;
});

test("a station that freezes with an open connection is lost after 1.5 times its keep-alive", async () => {
  const lost: string[] = [];
  link.handleLost((station) => void lost.push(station));
  const socket = connect(link.port(), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  const login = { clientId: NAME, username: NAME, password: Buffer.from(secret) };
  socket.write(
    generate({ cmd: "connect", protocolId: "MQTT", protocolVersion: 4, ...login, clean: true, keepalive: 1 }),
  );
  await expect.poll(() => lost).toEqual([NAME]);
});

test("a station that uses MQTT 5 is rejected with the reason, and listed for admins", async () => {
  const before = await rejectedForVersion();
  for (const tries of [1, 2]) {
    const socket = connect(link.port(), "127.0.0.1");
    socket.write(
      generate({ cmd: "connect", protocolId: "MQTT", protocolVersion: 5, clientId: NAME, clean: true, keepalive: 60 }),
    );
    // CONNACK with return code 1, "unacceptable protocol version", and then the end.
    expect([...(await buffer(socket))]).toEqual([0x20, 0x02, 0x00, 0x01]);
    expect(link.rejectedConnections()).toMatchObject([{ station: NAME, reason: "mqtt_version", tries }]);
  }
  expect(logged).toEqual([expect.stringContaining('"station":"gc-0123456789ab","reason":"mqtt_version"')]);
  expect((await rejectedForVersion()) - before).toBe(2);
  const client = await connectStation(link.port(), NAME, { protocolVersion: 4 });
  expect(link.rejectedConnections()).toEqual([]);
  await client.endAsync();
});

/** How many connections of this process were rejected for their version of MQTT. */
async function rejectedForVersion(): Promise<number> {
  const { values } = (await register.getSingleMetric("groundcrew_link_rejected_total")?.get()) ?? { values: [] };
  return values.find(({ labels }) => labels["reason"] === "mqtt_version")?.value ?? 0;
}
