import * as fc from "fast-check";
import { generate, parser, type IConnectPacket, type Packet as OtherPacket } from "mqtt-packet";
import { expect, test } from "vitest";
import { cases } from "../../../../../shared/test/property-runs.ts";
import { decode, type Packet } from "./decode.ts";
import { FrameReader } from "./frame-reader.ts";

/*
 * Compares with mqtt-packet, another implementation of MQTT: the same packets from the same bytes, however they are cut into chunks.
 */
const LIMITS = { first: 8_192, every: 100_000 };

/** What both make of the same bytes: packets in plain form, and whether they ended at something that is refused. */
type Read = { packets: unknown[]; isRefused: boolean };

function read(chunks: readonly Buffer[]): Read {
  const frames = new FrameReader(LIMITS);
  const packets: unknown[] = [];
  for (const chunk of chunks) {
    frames.add(chunk);
    for (;;) {
      const frame = frames.next();
      if (frame === "incomplete") break;
      const packet = typeof frame === "string" ? null : decode(frame);
      if (packet === null) return { packets, isRefused: true };
      packets.push(plain(packet));
    }
  }
  return { packets, isRefused: false };
}

function plain(packet: Packet): unknown {
  if (packet.kind === "publish") return { ...packet, payload: hex(packet.payload) };
  if (packet.kind !== "connect") return packet;
  const { will, password } = packet;
  return { ...packet, will: will && { ...will, payload: hex(will.payload) }, password: password && hex(password) };
}

const hex = (bytes: string | Buffer | undefined) => Buffer.from(bytes ?? "").toString("hex");

/** What mqtt-packet reads, in the same form. */
function readByOther(bytes: Buffer): Read {
  const other = parser({ protocolVersion: 4 });
  const packets: unknown[] = [];
  let isRefused = false;
  other.on("error", () => (isRefused = true));
  other.on("packet", (packet) => {
    if (isRefused) return;
    if (hasMore(other, packet)) return void (isRefused = true);
    const same = plainOfOther(packet, packets.length === 0);
    if (same === null) isRefused = true;
    else packets.push(same);
  });
  // One byte at a time, because it may read on after an error within a chunk.
  for (let at = 0; at < bytes.length; at++) if (!isRefused) other.parse(bytes.subarray(at, at + 1));
  return { packets, isRefused };
}

/** Whether a packet is longer than its fields, which mqtt-packet ignores. What is left of a PUBLISH is its payload. */
function hasMore(other: object, packet: OtherPacket): boolean {
  return packet.cmd !== "publish" && "_pos" in other && other._pos !== packet.length;
}

/** Null for what clients do not send at this point. */
function plainOfOther(packet: OtherPacket, isFirst: boolean): unknown {
  if (isFirst !== (packet.cmd === "connect")) return null;
  // Its reader does not notice that an id is missing.
  if ("messageId" in packet && packet.messageId === -1) return null;
  const { cmd } = packet;
  if (cmd === "connect") return plainConnect(packet);
  if (cmd === "publish") {
    const { topic, messageId: id = 0, qos, retain, payload } = packet;
    return { kind: "publish", topic, id, qos, retain, payload: hex(payload) };
  }
  if (cmd === "subscribe") {
    const subscriptions = packet.subscriptions.map(({ topic: filter, qos }) => ({ filter, qos }));
    return { kind: "subscribe", id: packet.messageId, subscriptions };
  }
  if (cmd === "unsubscribe") return { kind: "unsubscribe", id: packet.messageId, filters: packet.unsubscriptions };
  return cmd === "puback" || cmd === "pingreq" || cmd === "disconnect" ? { kind: cmd } : null;
}

function plainConnect({ will, protocolVersion: version, clientId, keepalive, username, password }: IConnectPacket) {
  return {
    kind: "connect",
    version,
    clientId,
    keepAliveS: keepalive,
    will: will ? { topic: will.topic, payload: hex(will.payload), qos: will.qos, retain: will.retain } : null,
    userName: username ?? null,
    password: password === undefined ? null : hex(password),
  };
}

const id = fc.integer({ min: 1, max: 65_535 });
const qos = fc.constantFrom(0 as const, 1 as const, 2 as const);
const topic = fc.string({ minLength: 1, maxLength: 80 }).filter((text) => !/[+#]/.test(text));
const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((array) => Buffer.from(array));

const connect: fc.Arbitrary<OtherPacket> = fc.record(
  {
    cmd: fc.constant("connect" as const),
    protocolId: fc.constantFrom("MQTT" as const, "MQIsdp" as const),
    protocolVersion: fc.constantFrom(3 as const, 4 as const),
    clean: fc.boolean(),
    clientId: fc.string({ minLength: 1, maxLength: 30 }),
    keepalive: fc.integer({ min: 0, max: 65_535 }),
    username: fc.string({ minLength: 1 }),
    password: bytes(50),
    will: fc.record({ topic, payload: bytes(300), qos, retain: fc.boolean() }),
  },
  { requiredKeys: ["cmd", "protocolId", "protocolVersion", "clean", "clientId", "keepalive", "username"] },
);

const CONNECT = {
  cmd: "connect",
  protocolId: "MQTT",
  protocolVersion: 4,
  clientId: "a",
  clean: true,
  keepalive: 60,
} as const;

const later: fc.Arbitrary<OtherPacket> = fc.oneof(
  fc.record({
    cmd: fc.constant("publish" as const),
    topic,
    messageId: id,
    qos,
    retain: fc.boolean(),
    dup: fc.boolean(),
    payload: bytes(3_000),
  }),
  fc.record({
    cmd: fc.constant("subscribe" as const),
    messageId: id,
    subscriptions: fc.array(fc.record({ topic, qos }), { minLength: 1, maxLength: 5 }),
  }),
  fc.record({
    cmd: fc.constant("unsubscribe" as const),
    messageId: id,
    unsubscriptions: fc.array(topic, { minLength: 1, maxLength: 5 }),
  }),
  fc.record({ cmd: fc.constant("puback" as const), messageId: id }),
  fc.constantFrom<OtherPacket>({ cmd: "pingreq" }, { cmd: "disconnect" }),
);
const stream = fc
  .tuple(connect, fc.array(later, { maxLength: 8 }))
  .map(([first, others]) => Buffer.concat([first, ...others].map((packet) => generate(packet))));
/** Lengths of chunks; the last one repeats. */
const cuts = fc.array(fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 4_000 })), { minLength: 1 });

function cut(all: Buffer, lengths: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0, index = 0; at < all.length; index++) {
    const length = lengths[Math.min(index, lengths.length - 1)] ?? 1;
    // A copy, as a socket returns it: nothing may be read beyond its end.
    chunks.push(Buffer.from(all.subarray(at, at + length)));
    at += length;
  }
  return chunks;
}

test("any packets are read as by mqtt-packet, however they are cut into chunks", () => {
  fc.assert(
    fc.property(stream, cuts, (sent, lengths) => {
      const found = read(cut(sent, lengths));
      expect(found).toEqual(readByOther(sent));
      expect(found.isRefused).toBe(false);
    }),
    cases(50),
  );
});

/** Bytes in which some are replaced, and which may end early. */
const damaged = fc
  .tuple(stream, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }), fc.option(fc.nat(), { nil: null }))
  .map(([sent, changes, end]) => {
    const copy = Buffer.from(sent);
    for (const [at, byte] of changes) copy[at % copy.length] = byte;
    return end === null ? copy : copy.subarray(0, end % (copy.length + 1));
  });

test("damaged packets are read or refused as by mqtt-packet, however they are cut into chunks", () => {
  fc.assert(
    fc.property(damaged, cuts, (sent, lengths) => {
      fc.pre(isComparable(sent));
      const [found, other] = [read(cut(sent, lengths)), readByOther(sent)];
      // A packet that clients do not send is refused at its first byte, by mqtt-packet only once it is complete.
      const isEarly = found.isRefused && !other.isRefused;
      expect({ ...other, isRefused: isEarly || other.isRefused }).toEqual(found);
    }),
    cases(300),
  );
});

function startOfContents(packet: Buffer): number {
  return 1 + packet.subarray(1).findIndex((byte) => byte < 0x80) + 1;
}

function withLength(header: number, contents: Buffer): Buffer {
  const { length } = contents;
  const lengthBytes = length < 0x80 ? [length] : [(length & 0x7f) | 0x80, length >> 7];
  return Buffer.concat([Buffer.from([header, ...lengthBytes]), contents]);
}

/** One packet whose contents are cut off at some byte, with a length that is right. */
const shortened = fc.tuple(connect, fc.option(later, { nil: null }), fc.nat()).map(([first, second, end]) => {
  const whole = generate(second ?? first);
  const contents = whole.subarray(startOfContents(whole));
  const rest = contents.subarray(0, end % (contents.length + 1));
  return Buffer.concat([...(second ? [generate(first)] : []), withLength(whole[0] ?? 0, rest)]);
});

test("packets whose fields do not fit into them are refused as by mqtt-packet", () => {
  fc.assert(
    fc.property(shortened, (sent) => {
      fc.pre(isComparable(sent));
      expect(read([sent])).toEqual(readByOther(sent));
    }),
    cases(300),
  );
});

/** The first packet or a later one, with bytes behind its last field that are part of its length. */
const lengthened = fc
  .tuple(
    connect,
    fc.option(later, { nil: null }),
    bytes(20).filter((extra) => extra.length > 0),
  )
  .map(([first, second, extra]) => {
    const whole = generate(second ?? first);
    const contents = Buffer.concat([whole.subarray(startOfContents(whole)), extra]);
    return Buffer.concat([...(second ? [generate(first)] : []), withLength(whole[0] ?? 0, contents)]);
  });

test("bytes behind the last field of a packet are refused", () => {
  fc.assert(
    fc.property(lengthened, (sent) => {
      expect(read([sent])).toEqual(readByOther(sent));
    }),
    cases(300),
  );
  const sent = generate(CONNECT);
  const refused = (packet: number[]) => read([Buffer.concat([sent, Buffer.from(packet)])]).isRefused;
  expect([refused([0x40, 2, 0, 1]), refused([0x40, 3, 0, 1, 0])]).toEqual([false, true]);
  expect([refused([0xc0, 0]), refused([0xc0, 1, 0])]).toEqual([false, true]);
  expect([refused([0xe0, 0]), refused([0xe0, 1, 0])]).toEqual([false, true]);
  expect(read([withLength(0x10, Buffer.concat([sent.subarray(startOfContents(sent)), Buffer.alloc(1)]))])).toEqual({
    packets: [],
    isRefused: true,
  });
});

/** mqtt-packet refuses unknown versions, which get an answer here, and reads what bridges and MQTT 5 send. */
function isComparable(sent: Buffer): boolean {
  const [first] = read([sent]).packets;
  const { version } = { version: 4, ...(typeof first === "object" ? first : {}) };
  return version === 3 || version === 4;
}

test("noise is refused or waits for more, however it is cut into chunks", () => {
  const noise = fc.oneof(
    bytes(300),
    bytes(300).map((rest) => Buffer.concat([Buffer.from([0x10]), rest])),
  );
  fc.assert(
    fc.property(noise, cuts, (sent, lengths) => {
      expect(read(cut(sent, lengths))).toEqual(read([sent]));
    }),
    cases(300),
  );
});

test("the client ID of MQTT 5 is read, and a newer version has none", () => {
  const connect5: OtherPacket = {
    cmd: "connect",
    protocolId: "MQTT",
    protocolVersion: 5,
    clientId: "gc-1",
    clean: true,
    keepalive: 60,
    properties: { userProperties: { a: "x".repeat(200) } },
  };
  const sent = generate(connect5, { protocolVersion: 5 });
  expect(read([sent]).packets).toMatchObject([{ kind: "connect", version: 5, clientId: "gc-1" }]);
  const newer = Buffer.from(sent);
  newer[newer.indexOf("MQTT") + 4] = 6;
  expect(read([newer]).packets).toMatchObject([{ kind: "connect", version: 6, clientId: "" }]);
});
