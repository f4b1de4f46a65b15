import type { Socket } from "node:net";
import { type ConnectionFault, maySubscribe, readTopic, TOPICS, type Topic } from "@groundcrew/shared/link";
import type { Handling } from "../link.ts";
import { rejections } from "../metrics.ts";
import { Connection, type EndReason } from "./connection.ts";
import type { Connect, Packet, Publish, Subscribe } from "./decode.ts";
import { connack, pingresp, puback, publish, suback, unsuback } from "./encode.ts";

/** Unsent messages to one station; a slow station gets no more until it has read them. */
const MAX_UNSENT = 100;
const REJECTED_QOS = 0x80;
const MAX_GRANTED_QOS = 1;
const MAX_KEEP_ALIVE_S = 60;
const MAX_ID = 65_535;
/** Return code of MQTT 3.1.1. */
const SERVER_UNAVAILABLE = 3;

/** The handlers of a client's packets in the broker. */
export type SessionOptions = {
  admit: (connect: Connect, session: Session) => Promise<Admission>;
  /** Called when a client is accepted, before it is answered. */
  onOpen: (session: Session, station: string) => void;
  /** Called once for each session, also if it was never accepted. */
  onEnd: (session: Session, reason: EndReason | null) => void;
  /** Called with violations of the protocol by a station. */
  onFault: (station: string, fault: ConnectionFault) => void;
  /** Called when a client could not be admitted because of a failure here. */
  onFailure: (error: unknown) => void;
  deliver: (message: { station: string; topic: Topic; payload: Uint8Array; epoch: number }) => Handling;
};

/** The answer to a CONNECT packet: its return code, 0 if the client is accepted, and then the epoch of its connection. */
export type Admission = { returnCode: 0; epoch: number } | { returnCode: number; epoch: null };

/** The MQTT session of one client. It lasts as long as its connection. */
export class Session {
  readonly #options: SessionOptions;
  readonly #connection: Connection;
  #name: string | null = null;
  #epoch = 0;
  /** The payload of the will, in Latin-1: any bytes as a small string. Each small buffer would keep a piece of Node's pool in memory. */
  #will: string | null = null;
  /** The QoS of each subscribed topic. */
  readonly #subscriptions = new Map<string, number>();
  /** The last topic the client published to, which is usually the next one as well. */
  #topic: { text: string; topic: Topic } | null = null;
  #unsent = 0;
  #isEnded = false;
  #nextId = 1;

  constructor(socket: Socket, options: SessionOptions) {
    this.#options = options;
    this.#connection = new Connection(socket, {
      onPacket: (packet) => this.#handle(packet),
      onEnd: (reason) => this.#end(reason),
    });
  }

  /** The station, once it is accepted. */
  get name(): string | null {
    return this.#name;
  }

  /** The number of the connection, once it is accepted. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Sends a message; false when the station has not subscribed to its topic, is too slow, or is gone. */
  send(topic: string, payload: string): Promise<boolean> {
    const qos = this.#subscriptions.get(topic);
    if (qos === undefined) return Promise.resolve(false);
    if (this.#unsent >= MAX_UNSENT) {
      rejections.inc({ reason: "slow_reader" });
      return Promise.resolve(false);
    }
    this.#unsent++;
    return new Promise((resolve) => {
      this.#connection.send(publish({ topic, payload, id: qos === 0 ? null : this.#takeId() }), (isSent) => {
        this.#unsent--;
        resolve(isSent);
      });
    });
  }

  end(reason: EndReason): void {
    this.#connection.end(reason);
  }

  #takeId(): number {
    const id = this.#nextId;
    this.#nextId = id === MAX_ID ? 1 : id + 1;
    return id;
  }

  #handle(packet: Packet): void {
    switch (packet.kind) {
      case "publish":
        return this.#receive(packet);
      case "pingreq":
        return this.#connection.reply(pingresp());
      case "puback":
        // Nothing is sent again: commands and acknowledgements are repeated by the protocol above.
        return;
      case "subscribe":
        return this.#subscribe(packet);
      case "unsubscribe":
        for (const filter of packet.filters) this.#subscriptions.delete(filter);
        return this.#connection.reply(unsuback(packet.id));
      case "connect":
        return void this.#open(packet).catch((error: unknown) => this.#fail(error));
      case "disconnect":
        this.#will = null;
        return this.#connection.end(null);
    }
  }

  async #open(connect: Connect): Promise<void> {
    const release = this.#connection.wait(connack(SERVER_UNAVAILABLE));
    const { returnCode, epoch } = await this.#options.admit(connect, this);
    if (this.#isEnded) return;
    if (epoch === null) return this.#connection.end("not_allowed", connack(returnCode));
    this.#name = connect.clientId;
    this.#epoch = epoch;
    this.#will = connect.will && connect.will.payload.toString("latin1");
    this.#options.onOpen(this, connect.clientId);
    this.#connection.keepAlive(keepAliveS(connect.keepAliveS));
    this.#connection.reply(connack(0));
    release();
  }

  #fail(error: unknown): void {
    this.#options.onFailure(error);
    this.#connection.end("not_allowed");
  }

  /** A publication that is not allowed ends the connection, as MQTT 3.1.1 requires. */
  #receive({ topic: text, id, qos, retain, payload }: Publish): void {
    const station = this.#name;
    const topic = this.#ownTopic(text);
    const rejection = topic === null ? "foreign_topic" : retain ? "retained" : qos > 1 ? "qos_2" : null;
    if (station === null || topic === null || rejection !== null) {
      this.#refuse(rejection ?? "foreign_topic");
      return this.#connection.end("not_allowed");
    }
    if (qos === 1) this.#connection.reply(puback(id));
    const handling = this.#options.deliver({ station, topic, payload, epoch: this.#epoch });
    if (!handling) return;
    const until = handling instanceof Promise ? handling : handling.pauseStation;
    void until.finally(this.#connection.hold());
  }

  #refuse(fault: ConnectionFault): void {
    rejections.inc({ reason: fault });
    if (this.#name !== null) this.#options.onFault(this.#name, fault);
  }

  /** The kind of message, if a topic is one to which this station may publish. */
  #ownTopic(text: string): Topic | null {
    if (this.#topic?.text === text) return this.#topic.topic;
    const read = readTopic(text);
    if (read === null || read.station !== this.#name || TOPICS[read.topic] !== "station") return null;
    this.#topic = { text, topic: read.topic };
    return read.topic;
  }

  #subscribe({ id, subscriptions }: Subscribe): void {
    const returnCodes = subscriptions.map(({ filter, qos }) => {
      if (!maySubscribe(this.#name ?? "", filter)) {
        this.#refuse("foreign_subscription");
        return REJECTED_QOS;
      }
      const granted = Math.min(qos, MAX_GRANTED_QOS);
      this.#subscriptions.set(filter, granted);
      return granted;
    });
    this.#connection.reply(suback(id, returnCodes));
  }

  #end(reason: EndReason | null): void {
    this.#isEnded = true;
    this.#subscriptions.clear();
    const [station, will] = [this.#name, this.#will];
    if (station !== null && will !== null)
      void this.#options.deliver({ station, topic: "death", payload: Buffer.from(will, "latin1"), epoch: this.#epoch });
    this.#options.onEnd(this, reason);
  }
}

/** A missing or longer keep-alive is replaced, so that a connection that is gone is noticed. */
export function keepAliveS(requested: number): number {
  return Math.min(requested || MAX_KEEP_ALIVE_S, MAX_KEEP_ALIVE_S);
}
