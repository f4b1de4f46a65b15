import * as fc from "fast-check";
import { generate, type Packet } from "mqtt-packet";
import { expect, test } from "vitest";
import { frameMeter } from "./guard-frames.ts";

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
      const fits = frameMeter({ first: LIMIT, every: LIMIT });
      for (let at = 0; at < stream.length; at += step) expect(fits(stream.subarray(at, at + step))).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test("a frame above the limit is detected as soon as its length is read", () => {
  fc.assert(
    fc.property(fc.integer({ min: LIMIT + 1, max: 268_000_000 }), (length) => {
      const head: number[] = [0x30];
      for (let rest = length; rest > 0; rest = Math.floor(rest / 128))
        head.push((rest % 128) + (rest >= 128 ? 128 : 0));
      const fits = frameMeter({ first: LIMIT, every: LIMIT });
      expect(fits(Buffer.concat([frame(100), Buffer.from(head)]))).toBe(false);
    }),
  );
});

test("a length of more than four bytes is rejected", () => {
  const endless = { first: Number.MAX_SAFE_INTEGER, every: Number.MAX_SAFE_INTEGER };
  expect(frameMeter(endless)(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x01]))).toBe(false);
});

test("the first frame has its own limit", () => {
  const limits = { first: 1_000, every: LIMIT };
  expect(frameMeter(limits)(frame(1_100).subarray(0, 3))).toBe(false);
  const fits = frameMeter(limits);
  expect([fits(frame(900)), fits(frame(10_000)), fits(frame(LIMIT + 1))]).toEqual([true, true, false]);
});
