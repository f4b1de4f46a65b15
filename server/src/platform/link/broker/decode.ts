import type { Frame } from "./frame-reader.ts";

export type Connect = {
  kind: "connect";
  /** 3 for MQTT 3.1, 4 for 3.1.1. */
  version: number;
  clientId: string;
  keepAliveS: number;
  will: Will | null;
  userName: string | null;
  password: Buffer | null;
};
type Will = { topic: string; payload: Buffer; qos: number; retain: boolean };

/** `id` is 0 at QoS 0. The payload is a part of the bytes that were received. */
export type Publish = { kind: "publish"; topic: string; id: number; qos: number; retain: boolean; payload: Buffer };
export type Subscribe = { kind: "subscribe"; id: number; subscriptions: { filter: string; qos: number }[] };
type Unsubscribe = { kind: "unsubscribe"; id: number; filters: string[] };

/** A packet of MQTT 3.1.1 that a client sends, without those of QoS 2. */
export type Packet = Connect | Publish | Subscribe | Unsubscribe | { kind: "puback" | "pingreq" | "disconnect" };

const PROTOCOLS = new Set(["MQTT", "MQIsdp"]);
const MQTT_5 = 5;
const FLAGS = { reserved: 0x01, will: 0x04, willQos: 0x18, willRetain: 0x20, password: 0x40, userName: 0x80 } as const;
const MAX_QOS = 2;

/** Decodes a frame; null if it is malformed. */
export function decode(frame: Frame): Packet | null {
  switch (frame.header >> 4) {
    case 1:
      return readConnect(fieldReader(frame));
    case 3:
      return readPublish(frame);
    case 4:
      return hasLength(frame, 2) ? { kind: "puback" } : null;
    case 8:
      return readSubscribe(fieldReader(frame));
    case 10:
      return readUnsubscribe(fieldReader(frame));
    case 12:
      return hasLength(frame, 0) ? { kind: "pingreq" } : null;
    case 14:
      return hasLength(frame, 0) ? { kind: "disconnect" } : null;
    default:
      return null;
  }
}

function hasLength({ start, end }: Frame, length: number): boolean {
  return end - start === length;
}

/** Nearly every frame is one of these, so it is read without a field reader. */
function readPublish({ header, bytes, start, end }: Frame): Publish | null {
  if (end - start < 2) return null;
  const topicStart = start + 2;
  const topicEnd = topicStart + bytes.readUInt16BE(start);
  const qos = (header >> 1) & 0x03;
  const payloadStart = qos === 0 ? topicEnd : topicEnd + 2;
  if (payloadStart > end) return null;
  return {
    kind: "publish",
    topic: bytes.toString("utf8", topicStart, topicEnd),
    id: qos === 0 ? 0 : bytes.readUInt16BE(topicEnd),
    qos,
    retain: (header & 0x01) !== 0,
    payload: bytes.subarray(payloadStart, end),
  };
}

function readConnect(fields: FieldReader): Connect | null {
  if (!PROTOCOLS.has(fields.text())) return null;
  const version = fields.byte();
  const flags = fields.byte();
  const keepAliveS = fields.number();
  // The contents of a newer version are unknown, but the client ID of MQTT 5 is displayed to admins.
  if (version === MQTT_5) fields.skipProperties();
  const clientId = fields.text();
  const connect = {
    kind: "connect",
    version,
    clientId,
    keepAliveS,
    will: null,
    userName: null,
    password: null,
  } as const;
  if (version >= MQTT_5) return { ...connect, clientId: version === MQTT_5 && fields.isComplete() ? clientId : "" };
  const hasWill = (flags & FLAGS.will) !== 0;
  if ((flags & FLAGS.reserved) !== 0 || (!hasWill && (flags & (FLAGS.willQos | FLAGS.willRetain)) !== 0)) return null;
  const will = hasWill ? readWill(fields, flags) : null;
  const userName = (flags & FLAGS.userName) === 0 ? null : fields.text();
  const password = (flags & FLAGS.password) === 0 ? null : fields.binary();
  return fields.isWhole() ? { ...connect, will, userName, password } : null;
}

function readWill(fields: FieldReader, flags: number): Will {
  const topic = fields.text();
  const payload = fields.binary();
  return { topic, payload, qos: (flags & FLAGS.willQos) >> 3, retain: (flags & FLAGS.willRetain) !== 0 };
}

function readSubscribe(fields: FieldReader): Subscribe | null {
  const id = fields.number();
  const subscriptions = [];
  while (fields.hasMore()) {
    const subscription = { filter: fields.text(), qos: fields.byte() };
    if (subscription.qos > MAX_QOS) return null;
    subscriptions.push(subscription);
  }
  return fields.isWhole() ? { kind: "subscribe", id, subscriptions } : null;
}

function readUnsubscribe(fields: FieldReader): Unsubscribe | null {
  const id = fields.number();
  const filters = [];
  while (fields.hasMore()) filters.push(fields.text());
  return fields.isWhole() ? { kind: "unsubscribe", id, filters } : null;
}

type FieldReader = ReturnType<typeof fieldReader>;

/** Reads the fields of a frame one after the other. Fields that do not fit into it are empty, and then it is not complete. */
function fieldReader({ bytes, start, end }: Frame) {
  let at = start;
  let isComplete = true;

  /** The start of a field of this length; null if the frame ends before its end. */
  function take(length: number): number | null {
    const from = at;
    at += length;
    if (at <= end) return from;
    isComplete = false;
    at = end;
    return null;
  }

  function byte(): number {
    const from = take(1);
    return from === null ? 0 : bytes.readUInt8(from);
  }

  function number(): number {
    const from = take(2);
    return from === null ? 0 : bytes.readUInt16BE(from);
  }

  function binary(): Buffer {
    const length = number();
    const from = take(length);
    return from === null ? Buffer.alloc(0) : bytes.subarray(from, from + length);
  }

  /** Skips the properties of MQTT 5: their length in bytes, seven bits a byte, and the properties. */
  function skipProperties(): void {
    let length = 0;
    for (let factor = 1, last = 0x80; last >= 0x80 && factor < 128 ** 4; factor *= 128) {
      last = byte();
      length += (last & 0x7f) * factor;
    }
    take(length);
  }

  return {
    byte,
    number,
    binary,
    skipProperties,
    text: () => binary().toString("utf8"),
    hasMore: () => isComplete && at < end,
    /** Whether all fields so far were complete. */
    isComplete: () => isComplete,
    /** Whether all fields were complete and nothing follows them. */
    isWhole: () => isComplete && at === end,
  };
}
