import { randomUUID } from "node:crypto";
import { birthAck, EVENTS_IN_FLIGHT, eventAck, topicOf, type StationEvent } from "@groundcrew/shared/link";
import { connect, type MqttClient } from "mqtt";
import { birthOf, envelope, eventOf } from "./stations.ts";
import { TELLING } from "./event-rig.ts";

/** Longer than a server takes to come back and than a connection takes to be opened. */
const GIVEN_UP_S = 15;

/** A station with an outbox that tells one event after the other, whatever becomes of server and broker. */
export function eventSender(name: string, port: number) {
  const outbox = new Map<string, StationEvent>();
  const told: StationEvent[] = [];
  const acknowledged = new Set<string>();
  let seq = 0;
  let isBorn = false;
  let drained = () => {};
  const line = openLine(name, port, {
    opened: beBorn,
    closed: () => void (isBorn = false),
    born() {
      isBorn = true;
      sendAll();
    },
    acknowledged: hear,
  });

  function beBorn(): void {
    const status = { swaps_performed: swapsAmong(told) };
    const more = { capabilities: TELLING, untold_swaps: swapsAmong([...outbox.values()]) };
    publish("birth", birthOf(envelope(1, ++seq), status, more));
  }

  function publish(topic: "birth" | "event", message: unknown): void {
    // Lost with the connection, as QoS 1 is when the session is: the outbox is what makes up for it.
    line.say(topicOf(name, topic), JSON.stringify(message));
  }

  /** What happened is told once the birth is accepted: what comes before is not taken in. */
  function send(stationEvent: StationEvent): void {
    if (isBorn) publish("event", eventOf(envelope(1, ++seq), stationEvent));
  }

  const sendAll = () => [...outbox.values()].slice(0, EVENTS_IN_FLIGHT).forEach(send);
  // What is not answered is said again: it, or its answer, was lost on the way.
  const again = setInterval(() => (isBorn ? sendAll() : beBorn()), 1_000);

  function hear(ids: readonly string[]): void {
    for (const id of ids) {
      acknowledged.add(id);
      outbox.delete(id);
    }
    [...outbox.values()].slice(EVENTS_IN_FLIGHT - ids.length, EVENTS_IN_FLIGHT).forEach(send);
    if (outbox.size === 0) drained();
  }

  return {
    name,
    told,
    acknowledged,
    tell(make: (event_id: string) => StationEvent): void {
      const stationEvent = make(randomUUID());
      told.push(stationEvent);
      outbox.set(stationEvent.event_id, stationEvent);
      if (outbox.size <= EVENTS_IN_FLIGHT) send(stationEvent);
    },
    /** Done when everything told is acknowledged. */
    async drain(): Promise<void> {
      await new Promise<void>((resolve) => {
        drained = resolve;
        if (outbox.size === 0) resolve();
      });
    },
    async stop(): Promise<void> {
      clearInterval(again);
      await line.end();
    },
  };
}
export type EventSender = ReturnType<typeof eventSender>;

type Heard = { opened: () => void; closed: () => void; born: () => void; acknowledged: (ids: string[]) => void };

/** A connection that is dialled anew by a new client should one stop to dial, as was seen on a busy machine. */
function openLine(name: string, port: number, heard: Heard) {
  let client = dial(name, port, heard);
  let secondsAway = 0;
  const watch = setInterval(() => {
    secondsAway = client.connected ? 0 : secondsAway + 1;
    if (secondsAway <= GIVEN_UP_S) return;
    secondsAway = 0;
    client.end(true);
    client = dial(name, port, heard);
  }, 1_000);
  return {
    say(topic: string, message: string): void {
      if (client.connected) client.publish(topic, message, { qos: 0 });
    },
    async end(): Promise<void> {
      clearInterval(watch);
      await client.endAsync(true);
    },
  };
}

function dial(name: string, port: number, heard: Heard): MqttClient {
  const client = connect(`mqtt://127.0.0.1:${port}`, {
    clientId: name,
    username: name,
    password: `secret-of-${name}`,
    reconnectPeriod: 20,
    connectTimeout: 10_000,
    clean: true,
    queueQoSZero: false,
  });
  client.on("error", () => undefined);
  client.on("close", heard.closed);
  client.on("connect", () => {
    client.subscribe([topicOf(name, "birth_ack"), topicOf(name, "event_ack")], { qos: 1 }, (error) => {
      if (!error) heard.opened();
    });
  });
  client.on("message", (topic, payload) => {
    const message: unknown = JSON.parse(payload.toString());
    if (topic === topicOf(name, "event_ack")) heard.acknowledged(eventAck.parse(message).ids);
    else if (birthAck.parse(message).code === 0) heard.born();
  });
  return client;
}

function swapsAmong(events: readonly StationEvent[]): number {
  return events.filter(({ kind }) => kind === "swap").length;
}
