import { randomUUID } from "node:crypto";
import { EVENTS_UNDER_WAY, eventAck, topicOf, type Happening } from "@groundcrew/shared/link";
import { connect, type MqttClient } from "mqtt";
import { birthOf, envelope, eventOf } from "./stations.ts";
import { TELLING } from "./event-rig.ts";

/** A station with an outbox that tells one event after the other, whatever becomes of the server. */
export function tellingStation(name: string, port: number) {
  const outbox = new Map<string, Happening>();
  const told: Happening[] = [];
  const acknowledged = new Set<string>();
  let seq = 0;
  let drained = () => {};
  const client: MqttClient = connect(`mqtt://127.0.0.1:${port}`, {
    clientId: name,
    username: name,
    password: `secret-of-${name}`,
    reconnectPeriod: 20,
    connectTimeout: 2_000,
    clean: true,
    queueQoSZero: false,
  });
  client.on("error", () => undefined);
  client.on("connect", () => {
    client.subscribe([topicOf(name, "birth_ack"), topicOf(name, "event_ack")], { qos: 1 }, (error) => {
      if (!error) publish("birth", birthOf(envelope(1, ++seq), { swaps_performed: 0 }, { capabilities: TELLING }));
    });
  });
  client.on("message", (topic, payload) => {
    if (topic === topicOf(name, "birth_ack"))
      for (const one of [...outbox.values()].slice(0, EVENTS_UNDER_WAY)) send(one);
    else hear(eventAck.parse(JSON.parse(payload.toString())).ids);
  });

  function publish(topic: "birth" | "event", message: unknown): void {
    // Lost with the connection, as QoS 1 is when the session is: the outbox is what makes up for it.
    if (client.connected) client.publish(topicOf(name, topic), JSON.stringify(message), { qos: 0 });
  }

  const send = (happening: Happening) => publish("event", eventOf(envelope(1, ++seq), happening));

  function hear(ids: readonly string[]): void {
    for (const id of ids) {
      acknowledged.add(id);
      outbox.delete(id);
    }
    if (outbox.size === 0) drained();
  }

  return {
    name,
    told,
    acknowledged,
    tell(make: (event_id: string) => Happening): void {
      const happening = make(randomUUID());
      told.push(happening);
      outbox.set(happening.event_id, happening);
      if (outbox.size <= EVENTS_UNDER_WAY) send(happening);
    },
    /** Done when everything told is acknowledged. Sends again what waits. */
    async drain(): Promise<void> {
      const again = setInterval(() => [...outbox.values()].slice(0, EVENTS_UNDER_WAY).forEach(send), 200);
      await new Promise<void>((resolve) => {
        drained = resolve;
        if (outbox.size === 0) resolve();
      });
      clearInterval(again);
    },
    stop: () => client.endAsync(true),
  };
}
export type TellingStation = ReturnType<typeof tellingStation>;
