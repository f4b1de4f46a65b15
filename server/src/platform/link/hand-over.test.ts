import { topicOf } from "@groundcrew/shared/link";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connectStation } from "../../../test/station.ts";
import { embeddedLink, requireFreePort, type EmbeddedLink } from "./embedded-link.ts";

const NAME = "gc-0123456789ab";
const WILL = { topic: topicOf(NAME, "death"), payload: Buffer.from("{}"), qos: 1, retain: false } as const;

const isShared = process.platform === "linux";

let link: EmbeddedLink;
let numbers: number[];
let reported: string[];

beforeEach(async () => {
  numbers = [];
  reported = [];
  link = embeddedLink({
    host: "127.0.0.1",
    port: 0,
    isShared,
    now: Date.now,
    log: pino({ level: "silent" }),
    authenticate: async () => "accepted",
    onConnected: (_, number) => void numbers.push(number),
  });
  link.handle("death", () => void reported.push("death"));
  link.handleLost(() => void reported.push("lost"));
  await link.start();
});

afterEach(() => link.stop());

test("a connection whose station has connected elsewhere ends without a will, and does not count as lost", async () => {
  const client = await connectStation(link.port(), NAME, { will: WILL });
  const closed = new Promise<void>((resolve) => void client.once("close", () => resolve()));
  link.handOver(NAME, Number(numbers[0]));
  await closed;
  expect(await link.publish(topicOf(NAME, "cmd"), "x")).toBe(false);
  expect(reported).toEqual([]);
});

test("a station that has connected here again keeps its newer connection, and the earlier one ends without a will where threads share the port", async () => {
  await connectStation(link.port(), NAME, { will: WILL });
  const again = await connectStation(link.port(), NAME);
  link.handOver(NAME, Number(numbers[0]));
  // What the broker has sent arrives before the reply to this.
  await again.subscribeAsync(topicOf(NAME, "cmd"), { qos: 1 });
  expect(await link.publish(topicOf(NAME, "cmd"), "x")).toBe(true);
  expect(reported).toEqual(isShared ? [] : ["death", "lost"]);
  await again.endAsync();
});

test("a port that another program listens on is not shared with it", async () => {
  await expect(requireFreePort({ host: "127.0.0.1", port: link.port() })).rejects.toThrow("EADDRINUSE");
});
