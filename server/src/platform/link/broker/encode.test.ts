import * as fc from "fast-check";
import { parser, type Packet } from "mqtt-packet";
import { expect, test } from "vitest";
import { connack, pingresp, puback, publish, suback, unsuback } from "./encode.ts";

function readOne(sent: Buffer): Packet {
  const packets: Packet[] = [];
  const other = parser({ protocolVersion: 4 });
  other.on("packet", (packet) => packets.push(packet));
  other.on("error", (error) => expect.fail(error.message));
  expect(other.parse(sent)).toBe(0);
  const [packet] = packets;
  if (!packet || packets.length > 1) throw new Error(`There are ${packets.length} packets.`);
  return packet;
}

test("mqtt-packet reads every packet that the broker sends", () => {
  const id = fc.integer({ min: 0, max: 65_535 });
  const granted = fc.array(fc.constantFrom(0, 1, 2, 0x80), { maxLength: 200 });
  fc.assert(
    fc.property(id, granted, fc.string(), fc.string({ maxLength: 20_000 }), (id, granted, topic, payload) => {
      expect(readOne(puback(id))).toMatchObject({ cmd: "puback", messageId: id });
      expect(readOne(suback(id, granted))).toMatchObject({ cmd: "suback", messageId: id, granted });
      expect(readOne(unsuback(id))).toMatchObject({ cmd: "unsuback", messageId: id });
      const message = { cmd: "publish", topic, retain: false, dup: false, payload: Buffer.from(payload) };
      expect(readOne(publish({ topic, payload, id }))).toMatchObject({ ...message, qos: 1, messageId: id });
      expect(readOne(publish({ topic, payload, id: null }))).toMatchObject({ ...message, qos: 0 });
    }),
  );
  expect(readOne(pingresp())).toMatchObject({ cmd: "pingresp" });
  for (const code of [0, 1, 3, 4, 5]) {
    expect(readOne(connack(code))).toMatchObject({ cmd: "connack", returnCode: code, sessionPresent: false });
  }
});
