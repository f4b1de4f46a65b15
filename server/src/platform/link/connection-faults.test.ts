import type { ConnectionFault } from "@groundcrew/shared/link";
import { topicOf } from "@groundcrew/shared/link";
import { pino } from "pino";
import type { MqttClient } from "mqtt";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connectStation } from "../../../test/station.ts";
import { embeddedLink, type EmbeddedLink } from "./embedded-link.ts";

const NAME = "gc-0123456789ab";
const began = Date.parse("2026-03-01T12:00:00.000Z");
let now = began;
let link: EmbeddedLink;

beforeEach(async () => {
  now = began;
  const authenticate = async () => ({ verdict: "accepted", epoch: 1 }) as const;
  const log = pino({ level: "silent" });
  link = embeddedLink({ host: "127.0.0.1", port: 0, now: () => now, log, authenticate });
  await link.start();
});

afterEach(() => link.stop());

const station = () => connectStation(link.port(), NAME, { reconnectPeriod: 0 });

/** A PUBLISH packet with this first byte and remaining length. */
const packet = (header: number, ...rest: number[]) => Buffer.from([header, ...rest]);

/** What clients of several makers do by default, or by a mistake of their configuration. */
test.each<[what: string, fault: ConnectionFault, act: (client: MqttClient) => void]>([
  ["publishes with QoS 2", "qos_2", (client) => client.publish(topicOf(NAME, "tele"), "{}", { qos: 2 })],
  ["publishes with retain", "retained", (client) => client.publish(topicOf(NAME, "tele"), "{}", { retain: true })],
  [
    "publishes with retain and QoS 1",
    "retained",
    (client) => client.publish(topicOf(NAME, "birth"), "{}", { retain: true, qos: 1 }),
  ],
  [
    "publishes to another station's topic",
    "foreign_topic",
    (client) => client.publish(topicOf("gc-ba9876543210", "tele"), "{}"),
  ],
  ["publishes to a topic of the server", "foreign_topic", (client) => client.publish(topicOf(NAME, "cmd"), "{}")],
  ["publishes to a topic of its maker", "foreign_topic", (client) => client.publish("devices/7/telemetry", "{}")],
  [
    "publishes to another version of the protocol",
    "foreign_topic",
    (client) => client.publish(`st/2/${NAME}/tele`, "{}"),
  ],
  [
    "publishes to a topic that begins with a slash",
    "foreign_topic",
    (client) => client.publish(`/st/1/${NAME}/tele`, "{}"),
  ],
  [
    "publishes a packet of 300 KiB",
    "too_large",
    (client) => client.publish(topicOf(NAME, "tele"), Buffer.alloc(300 * 1024)),
  ],
  ["sends a packet of QoS 3", "malformed", (client) => client.stream.write(packet(0x36, 0x02, 0x00, 0x00))],
  ["sends AUTH of MQTT 5", "malformed", (client) => client.stream.write(packet(0xf0, 0x00))],
  ["sends a second CONNECT", "malformed", (client) => client.stream.write(packet(0x10, 0x00))],
])("a station that %s is cut off, and listed with the reason", async (_, fault, act) => {
  const client = await station();
  const closed = new Promise<void>((resolve) => client.once("close", () => resolve()));
  act(client);
  await closed;
  const at = new Date(began).toISOString();
  const expected = { station: NAME, reason: fault, first_tried: at, last_tried: at, tries: 1 };
  await expect.poll(() => link.rejectedConnections()).toEqual([expected]);
  // Still after it has connected again.
  const again = await station();
  expect(link.rejectedConnections()).toEqual([expected]);
  await again.endAsync(true);
});

test.each([
  "#",
  "+/+/+/cmd",
  `st/1/${NAME}/#`,
  `st/1/${NAME}/+`,
  topicOf(NAME, "tele"),
  topicOf("gc-ba9876543210", "cmd"),
  "$SYS/#",
])("a subscription to %s is rejected and listed, and the station stays connected", async (filter) => {
  const client = await station();
  await client.subscribeAsync(filter).catch(() => {});
  expect(link.rejectedConnections()).toMatchObject([{ station: NAME, reason: "foreign_subscription", tries: 1 }]);
  expect(client.connected).toBe(true);
  await client.endAsync(true);
});

test("two devices that use one name are listed once their connections replace each other more than five times in a minute", async () => {
  const clients: MqttClient[] = [];
  const listed: number[] = [];
  for (let turn = 0; turn <= 6; turn++) {
    now = began + turn * 2_000;
    clients.push(await station());
    listed.push(link.rejectedConnections().length);
  }
  expect(listed).toEqual([0, 0, 0, 0, 0, 0, 1]);
  expect(link.rejectedConnections()).toMatchObject([{ station: NAME, reason: "replaced", tries: 1 }]);
  for (const client of clients) await client.endAsync(true);
});

test("a station that replaces its own connection a few times a minute is not listed", async () => {
  const clients: MqttClient[] = [];
  for (let turn = 0; turn <= 20; turn++) {
    now = began + turn * 15_000;
    clients.push(await station());
  }
  expect(link.rejectedConnections()).toEqual([]);
  for (const client of clients) await client.endAsync(true);
});
