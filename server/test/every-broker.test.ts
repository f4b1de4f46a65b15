import { sql } from "kysely";
import { randomUUID } from "node:crypto";
import { birthAck, commands, eventAck, topicOf, type BirthAck, type Topic } from "@groundcrew/shared/link";
import type { IClientOptions, MqttClient } from "mqtt";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { hashSecret } from "../src/platform/link/index.ts";
import { testDatabase } from "./database.ts";
import { swap, REPORTS_EVENTS } from "./event-rig.ts";
import { openFakeStation } from "./fake-station.ts";
import { FILTERS, FORGERIES } from "./foreign-topics.ts";
import { embeddedBroker, mosquittoBroker, type BrokerSetup } from "./brokers.ts";
import { threadedBroker } from "./threaded-broker.ts";
import { closeOf, connectStation, sendMessage } from "./station.ts";
import { addOrganization, addStations, birthOf, envelope, eventOf, teleOf } from "./stations.ts";
import { storedState } from "./telemetry-rig.ts";

const PING = { v: 1, id: "forged", name: "ping", instance: "one", expires_at: 0, data: {} };
const STATIONS = 100;
let boot = 0;

/** `npm run test:deep real-mosquitto` adds the last one. */
const BROKERS = Number(process.env["BROKERS"] ?? 2);
const setups = [
  { broker: "our own broker", open: embeddedBroker, database: await testDatabase(), isOwn: true },
  { broker: "our own broker in a thread", open: threadedBroker, database: await testDatabase(), isOwn: true },
  { broker: "Mosquitto with two servers", open: mosquittoBroker, database: await testDatabase(), isOwn: false },
];

describe.each(setups.slice(0, BROKERS))("on $broker", ({ open, database, isOwn }) => {
  const { db, url } = database;
  let names: string[];
  let setup: BrokerSetup;
  let stopping: Promise<void> | undefined;
  let name: string;
  let other: string;

  beforeAll(async () => {
    await addOrganization(db, "Harbor Air");
    names = await addStations(db, STATIONS);
    setup = await open({ db, url });
  });
  const stop = () => (stopping ??= setup.stop());
  afterAll(stop);
  beforeEach(() => {
    [name = "", other = ""] = names.splice(0, 2);
  });

  async function connect(station = name, options: IClientOptions = {}): Promise<MqttClient> {
    const client = await connectStation(setup.port, station, options);
    onTestFinished(() => client.endAsync(true));
    return client;
  }

  const received = (station: string) =>
    setup.servers.flatMap((server) => server.received).filter((line) => line.startsWith(`${station} `));
  const upAt = (station: string) => () => setup.servers.filter((server) => server.isUp(station)).length;

  test("a station that sends a birth is online on every server, and what it reports is stored", async () => {
    const client = await connect();
    const ack = await sendBirth(client);
    expect(ack).toMatchObject({ code: 0, output: { telemetry_min_s: 10, telemetry_max_s: 60 } });
    await expect.poll(upAt(name)).toBe(setup.servers.length);
    await sendMessage(client, "tele", teleOf(envelope(boot, 2), { swaps_performed: 41, door: "open" }));
    const swaps = () => setup.servers.map((server) => server.find(name)?.state.swaps_performed);
    await expect.poll(swaps).toEqual(setup.servers.map(() => 41));
  });

  test("an event is acknowledged when it is stored, and counts once even if it is sent several times", async () => {
    const client = await connect();
    await sendBirth(client, { capabilities: REPORTS_EVENTS });
    const acknowledged: string[] = [];
    client.on("message", (topic, payload) => {
      if (topic === topicOf(name, "event_ack")) acknowledged.push(...eventAck.parse(read(payload)).ids);
    });
    const event_id = randomUUID();
    for (const seq of [2, 3, 4])
      await sendMessage(client, "event", eventOf(envelope(boot, seq), swap(event_id, Date.now())));
    await expect.poll(() => acknowledged.length).toBeGreaterThan(0);
    await sendMessage(client, "event", eventOf(envelope(boot, 5), swap(event_id, Date.now())));
    await expect.poll(() => received(name).filter((line) => line === `${name} event`)).toHaveLength(4);
    await Promise.all(setup.servers.map((server) => server.settle()));
    const stored = await sql`select event_id from station_events where station_name = ${name}`.execute(db);
    expect(stored.rows).toEqual([{ event_id }]);
    expect([...new Set(acknowledged)]).toEqual([event_id]);
  });

  test("the answer to a command reaches the server that sent it", async () => {
    const station = await openFakeStation(setup.port, name, {});
    onTestFinished(() => station.leave());
    await expect.poll(upAt(name)).toBe(setup.servers.length);
    const pings = setup.servers.flatMap((server) =>
      Array.from({ length: 5 }, () =>
        server.commands.send({ station: name, command: commands.ping, data: {}, timeoutMs: 30_000 }),
      ),
    );
    expect(await Promise.all(pings)).toEqual(pings.map(() => ({ kind: "done", output: null })));
    const instances = new Set(station.received.map(({ instance }) => instance));
    expect([...instances].toSorted()).toEqual(setup.servers.map(({ server }) => server));
  });

  test("every server learns of a broken connection", async () => {
    const will = { topic: topicOf(name, "death"), payload: Buffer.from(JSON.stringify({ v: 1, boot: boot + 1 })) };
    const client = await connect(name, { will: { ...will, qos: 1, retain: false } });
    await sendBirth(client);
    await expect.poll(upAt(name)).toBe(setup.servers.length);
    client.stream.destroy();
    await expect.poll(upAt(name)).toBe(0);
  });

  test.each<[string, (own: string) => Parameters<typeof connectStation>]>([
    ["a wrong secret", (own) => [0, own, { password: "wrong" }]],
    ["no secret", (own) => [0, own, { password: "" }]],
    ["the secret of another", (own) => [0, own, { password: `secret-of-${names.at(-1)}` }]],
    ["a name that nobody has", () => [0, "gc-stranger"]],
    ["the name of the servers", () => [0, "console"]],
  ])("a station with %s is rejected", async (_, of) => {
    const [, station, options] = of(name);
    await expect(connectStation(setup.port, station, options)).rejects.toMatchObject({ code: expect.any(Number) });
  });

  test("a station that is retired or silenced is rejected", async () => {
    await db.updateTable("stations").set({ telemetry_enabled: false }).where("name", "=", name).execute();
    const isAdmitted = () =>
      connectStation(setup.port, name).then(
        (client) => client.endAsync(true).then(() => true),
        () => false,
      );
    await expect.poll(isAdmitted).toBe(false);
  });

  test("a new secret closes the connection that used the old one, which is no longer accepted", async () => {
    const client = await connect();
    const closed = closeOf(client);
    await db
      .updateTable("stations")
      .set({ api_password_hash: hashSecret("a new one") })
      .where("name", "=", name)
      .execute();
    setup.cut(name);
    await closed;
    await expect(connectStation(setup.port, name)).rejects.toMatchObject({ code: expect.any(Number) });
    expect((await connect(name, { password: "a new one" })).connected).toBe(true);
  });

  test(`a station that uses MQTT 5 is ${isOwn ? "rejected" : "accepted like any other"}`, async () => {
    const code = await connectStation(setup.port, name, { protocolVersion: 5 }).then(
      async (client) => {
        onTestFinished(() => client.endAsync(true));
        return (await sendBirth(client)).code;
      },
      ({ code: reason }) => `CONNACK ${reason}`,
    );
    expect(code).toBe(isOwn ? "CONNACK 1" : 0);
  });

  test("a connection without a will, without a clean session and without keep-alive is accepted", async () => {
    const client = await connect(name, { clean: false, keepalive: 0 });
    await sendBirth(client);
    await expect.poll(upAt(name)).toBe(setup.servers.length);
  });

  test("a station cannot replace another one by using its client id", async () => {
    const station = await openFakeStation(setup.port, other, {});
    onTestFinished(() => station.leave());
    await expect.poll(upAt(other)).toBe(setup.servers.length);
    const intruder = await connectStation(setup.port, other, {
      username: name,
      password: `secret-of-${name}`,
    }).catch(() => null);
    await intruder?.subscribeAsync(topicOf(other, "cmd")).catch(() => undefined);
    const topics: string[] = [];
    intruder?.on("message", (topic) => topics.push(topic));
    const [server] = setup.servers;
    const ping = server?.commands.send({ station: other, command: commands.ping, data: {}, timeoutMs: 30_000 });
    expect(await ping).toEqual({ kind: "done", output: null });
    // Everything the broker has sent arrives before the reply to this.
    await intruder?.subscribeAsync(topicOf(name, "cmd")).catch(() => undefined);
    expect([station.client.connected, topics]).toEqual([true, []]);
    await intruder?.endAsync(true);
  });

  test.each(FORGERIES)("a message of a station on %s is not delivered", async (_, topicFor) => {
    const [client, observer] = [await connect(), await openFakeStation(setup.port, other, {})];
    onTestFinished(() => observer.leave());
    const snapshots = () => received(other).filter((line) => line === `${other} tele`).length;
    const [before, snapshotsBefore] = [received(other).length, snapshots()];
    const topics = observer.received.length;
    const closed = closeOf(client);
    const message = JSON.stringify(PING);
    await Promise.race([client.publishAsync(topicFor(name, other), message, { qos: 1 }).catch(() => closed), closed]);
    // One for each server, so that both have processed the forged message.
    for (const seq of [50, 51]) await sendMessage(observer.client, "tele", teleOf(envelope(1, seq), {}));
    await expect.poll(() => received(other).length).toBe(before + 2);
    expect(snapshots()).toBe(snapshotsBefore + 2);
    expect([observer.received.length, received(name), received("console")]).toEqual([topics, [], []]);
  });

  test("a retained message is not delivered", async () => {
    const client = await connect();
    const closed = closeOf(client);
    client.publish(topicOf(name, "tele"), "for ever", { retain: true, qos: 1 }, () => undefined);
    await closed;
    expect(received(name)).toEqual([]);
  });

  test.each(FILTERS)(
    "a station that subscribes to %s receives no messages of others and takes none from the servers",
    async (_, filterFor) => {
      const [client, witness] = [await connect(), await openFakeStation(setup.port, other, {})];
      onTestFinished(() => witness.leave());
      const topics: string[] = [];
      client.on("message", (topic) => topics.push(topic));
      await client.subscribeAsync(topicOf(name, "cmd"), { qos: 1 });
      await client.subscribeAsync(filterFor(name, other), { qos: 1 }).catch(() => undefined);
      const before = received(other).length;
      for (let seq = 50; seq < 56; seq++) await sendMessage(witness.client, "tele", teleOf(envelope(1, seq), {}));
      await expect.poll(() => received(other).length).toBe(before + 6);
      const [server] = setup.servers;
      await server?.publish(topicOf(other, "cmd"), JSON.stringify(PING));
      await server?.publish(topicOf(name, "cmd"), "for this one");
      await expect.poll(() => topics).toEqual([topicOf(name, "cmd")]);
    },
  );

  test("no command is queued for a station while it is offline", async () => {
    const [server] = setup.servers;
    const away = await connect(name, { clean: false });
    await away.subscribeAsync(topicOf(name, "cmd"), { qos: 1 });
    await away.endAsync();
    await server?.publish(topicOf(name, "cmd"), "while it was away");
    // When the broker acknowledges this, it has processed the previous message.
    await server?.publish(topicOf(other, "birth_ack"), "{}");
    const back = await connect(name, { clean: false });
    const topics: string[] = [];
    back.on("message", (_, payload) => topics.push(payload.toString()));
    await back.subscribeAsync(topicOf(name, "cmd"), { qos: 1 });
    await server?.publish(topicOf(name, "cmd"), "now");
    await expect.poll(() => topics).toEqual(["now"]);
  });

  test("a message of 1 MB, or one that is not JSON, affects its station only", async () => {
    const [client, witness] = [await connect(), await openFakeStation(setup.port, other, {})];
    onTestFinished(() => witness.leave());
    await sendMessage(client, "tele", Buffer.from([0xff, 0x00, 0x7b]));
    const closed = closeOf(client);
    client.publish(topicOf(name, "tele"), Buffer.alloc(1024 * 1024, "x"), { qos: 1 }, () => undefined);
    await closed;
    const before = received(other).length;
    for (const seq of [50, 51]) await sendMessage(witness.client, "tele", teleOf(envelope(1, seq), {}));
    await expect.poll(() => received(other).length).toBe(before + 2);
    await expect.poll(() => received(name)).toEqual([`${name} tele`]);
  });

  test.runIf(isOwn)("a station that connects again has one connection, and stays online", async () => {
    const [server] = setup.servers;
    const will = { topic: topicOf(name, "death"), payload: Buffer.from(JSON.stringify({ v: 1, boot: 1 })) };
    const closed: Promise<void>[] = [];
    const texts: string[] = [];
    for (let nth = 0; nth < 20; nth++) {
      const client = await connect(name, { will: { ...will, qos: 1, retain: false } });
      closed.push(closeOf(client));
      client.on("message", (_, payload) => texts.push(`${nth} ${payload.toString()}`));
      await client.subscribeAsync(topicOf(name, "cmd"), { qos: 1 });
      await sendMessage(client, "birth", birthOf(envelope(1, 2 * nth + 1)));
    }
    await Promise.all(closed.slice(0, -1));
    await server?.publish(topicOf(name, "cmd"), "to the latest");
    await expect.poll(() => texts).toEqual(["19 to the latest"]);
    await server?.settle();
    expect(await storedState(db, name)).toMatchObject({ seq: 39, linked: true });
    expect(server?.isUp(name)).toBe(true);
  });

  // The last one, because it stops the server.
  test.runIf(isOwn)("a server that stops stores everything that its broker has acknowledged", async () => {
    const client = await connect();
    await sendMessage(client, "birth", birthOf(envelope(1, 1)));
    await sendMessage(client, "tele", teleOf(envelope(1, 2), { swaps_performed: 41 }));
    await stop();
    expect(await storedState(db, name)).toMatchObject({ seq: 2, snapshot: { status: { swaps_performed: 41 } } });
  });

  async function sendBirth(client: MqttClient, more: object = {}): Promise<BirthAck> {
    boot += 1;
    const topics = (["birth_ack", "event_ack"] as const satisfies Topic[]).map((topic) => topicOf(name, topic));
    await client.subscribeAsync(topics, { qos: 1 });
    const answered = new Promise<BirthAck>((resolve) => {
      client.once("message", (_, payload) => resolve(birthAck.parse(read(payload))));
    });
    await sendMessage(client, "birth", birthOf(envelope(boot, 1), {}, more));
    return answered;
  }
});

function read(payload: Buffer): unknown {
  return JSON.parse(payload.toString());
}
