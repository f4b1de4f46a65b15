import { randomUUID } from "node:crypto";
import { birthAck, EVENTS_IN_FLIGHT, eventAck, topicOf, type StationEvent } from "@groundcrew/shared/link";
import { connect, type MqttClient } from "mqtt";
import { birthOf, envelope, eventOf, teleOf } from "./stations.ts";
import { REPORTS_EVENTS } from "./event-rig.ts";

/** Longer than a server restart plus reconnecting takes. */
const MAX_OFFLINE_S = 15;

/** A station with an outbox that sends its events in order, across failures of server and broker. */
export function eventSender(name: string, port: number) {
  const outbox = new Map<string, StationEvent>();
  const sent: StationEvent[] = [];
  const acknowledged = new Set<string>();
  let seq = 0;
  let isBorn = false;
  let drained = () => {};
  const connection = openConnection(name, port, {
    opened: () => sendBirth(),
    closed: () => void (isBorn = false),
    born() {
      isBorn = true;
      sendAll();
    },
    acknowledged: handleAck,
  });

  const sendBirth = () => publish("birth", birthAfter(sent, [...outbox.values()], ++seq));

  function publish(topic: "birth" | "event" | "tele", message: unknown): void {
    // The message is lost with the connection, as QoS 1 messages of a clean session are; the outbox sends it again.
    connection.publish(topicOf(name, topic), JSON.stringify(message));
  }

  /** Events are sent only after the birth is accepted, because the server ignores earlier ones. */
  function send(stationEvent: StationEvent): void {
    if (isBorn) publish("event", eventOf(envelope(1, ++seq), stationEvent));
  }

  const sendAll = () => [...outbox.values()].slice(0, EVENTS_IN_FLIGHT).forEach(send);
  // An event without an acknowledgement is sent again: either one may have been lost.
  const again = setInterval(() => (isBorn ? sendAll() : sendBirth()), 1_000);

  function handleAck(ids: readonly string[]): void {
    for (const id of ids) {
      acknowledged.add(id);
      outbox.delete(id);
    }
    [...outbox.values()].slice(EVENTS_IN_FLIGHT - ids.length, EVENTS_IN_FLIGHT).forEach(send);
    if (outbox.size === 0) drained();
  }

  return {
    name,
    sent,
    acknowledged,
    add(make: (event_id: string) => StationEvent): void {
      const stationEvent = make(randomUUID());
      sent.push(stationEvent);
      outbox.set(stationEvent.event_id, stationEvent);
      if (outbox.size <= EVENTS_IN_FLIGHT) send(stationEvent);
    },
    /** Whether its birth is accepted. */
    isBorn: () => isBorn,
    /** How often its connection has been closed, and when its last birth was accepted (`performance.now()`). */
    connection: () => connection.seen,
    /** Sends a snapshot and returns its `seq`; returns null if the station's birth has not been accepted, without which it would be ignored. */
    report(): number | null {
      if (isBorn) publish("tele", teleOf(envelope(1, ++seq), { swaps_performed: swapsAmong(sent) }));
      return isBorn ? seq : null;
    },
    /** Resolves when every event is acknowledged. */
    drain: () =>
      new Promise<void>((resolve) => {
        drained = resolve;
        if (outbox.size === 0) resolve();
      }),
    async stop(): Promise<void> {
      clearInterval(again);
      await connection.end();
    },
  };
}
export type EventSender = ReturnType<typeof eventSender>;

type ConnectionHandlers = {
  opened: () => void;
  closed: () => void;
  born: () => void;
  acknowledged: (ids: string[]) => void;
};

/** A connection that replaces its client when that stops reconnecting, which happened on a busy machine. */
function openConnection(name: string, port: number, given: ConnectionHandlers) {
  const seen = { closes: 0, bornAt: 0 };
  const handlers = {
    ...given,
    closed() {
      seen.closes++;
      given.closed();
    },
    born() {
      seen.bornAt = performance.now();
      given.born();
    },
  };
  let client = openClient(name, port, handlers);
  let secondsOffline = 0;
  const watch = setInterval(() => {
    secondsOffline = client.connected ? 0 : secondsOffline + 1;
    if (secondsOffline <= MAX_OFFLINE_S) return;
    secondsOffline = 0;
    client.end(true);
    client = openClient(name, port, handlers);
  }, 1_000);
  return {
    seen,
    publish(topic: string, message: string): void {
      if (client.connected) client.publish(topic, message, { qos: 0 });
    },
    async end(): Promise<void> {
      clearInterval(watch);
      await client.endAsync(true);
    },
  };
}

function openClient(name: string, port: number, handlers: ConnectionHandlers): MqttClient {
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
  client.on("close", handlers.closed);
  client.on("connect", () => {
    client.subscribe([topicOf(name, "birth_ack"), topicOf(name, "event_ack")], { qos: 1 }, (error) => {
      if (!error) handlers.opened();
    });
  });
  client.on("message", (topic, payload) => {
    const message: unknown = JSON.parse(payload.toString());
    if (topic === topicOf(name, "event_ack")) handlers.acknowledged(eventAck.parse(message).ids);
    else if (birthAck.parse(message).code === 0) handlers.born();
  });
  return client;
}

/** A birth of a station that has these events, some of which are not acknowledged. */
function birthAfter(sent: readonly StationEvent[], unsent: readonly StationEvent[], seq: number) {
  const more = { capabilities: REPORTS_EVENTS, unsent_swaps: swapsAmong(unsent) };
  return birthOf(envelope(1, seq), { swaps_performed: swapsAmong(sent) }, more);
}

function swapsAmong(events: readonly StationEvent[]): number {
  return events.filter(({ kind }) => kind === "swap").length;
}
