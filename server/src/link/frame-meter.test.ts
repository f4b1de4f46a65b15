import * as fc from "fast-check";
import { generate, type Packet } from "mqtt-packet";
import { expect, test } from "vitest";
import { frameMeter } from "./frame-meter.ts";

const LIMIT = 20_000;

function frame(bytes: number): Buffer {
  const packet: Packet = {
    cmd: "publish",
    topic: "t",
    payload: Buffer.alloc(bytes),
    qos: 0,
    retain: false,
    dup: false,
  };
  return generate(packet);
}

test("frames within the limit pass, however the stream is cut into chunks", () => {
  const frames = fc.array(fc.integer({ min: 0, max: LIMIT - 10 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(frames, fc.integer({ min: 1, max: 3_000 }), (sizes, step) => {
      const stream = Buffer.concat(sizes.map(frame));
      const fits = frameMeter(LIMIT);
      for (let at = 0; at < stream.length; at += step) expect(fits(stream.subarray(at, at + step))).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test("a frame above the limit is found as soon as its length is read", () => {
  fc.assert(
    fc.property(fc.integer({ min: LIMIT + 1, max: 268_000_000 }), (length) => {
      const head: number[] = [0x30];
      for (let rest = length; rest > 0; rest = Math.floor(rest / 128))
        head.push((rest % 128) + (rest >= 128 ? 128 : 0));
      const fits = frameMeter(LIMIT);
      expect(fits(Buffer.concat([frame(100), Buffer.from(head)]))).toBe(false);
    }),
  );
});

test("a length of more than four bytes is none", () => {
  expect(frameMeter(Number.MAX_SAFE_INTEGER)(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x01]))).toBe(false);
});
