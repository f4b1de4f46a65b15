import * as fc from "fast-check";
import { expect, test } from "vitest";
import { FrameReader } from "./frame-reader.ts";

const LIMIT = 20_000;

/** A frame with contents of this many bytes. */
function frame(header: number, bytes: number): Buffer {
  return Buffer.concat([head(header, bytes), Buffer.alloc(bytes, header)]);
}

function head(header: number, length: number): Buffer {
  const bytes = [header];
  for (let rest = length; bytes.length === 1 || rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push((rest % 128) + (rest >= 128 ? 128 : 0));
  }
  return Buffer.from(bytes);
}

const CONNECT = frame(0x10, 100);

/** The last answer of a reader after these bytes, in chunks of one step. */
function outcome(sent: Buffer, { limits = { first: LIMIT, every: LIMIT }, step = sent.length } = {}): string | number {
  const frames = new FrameReader(limits);
  let count = 0;
  for (let at = 0; at < sent.length; at += step) {
    frames.add(sent.subarray(at, at + step));
    for (let next = frames.next(); next !== "incomplete"; next = frames.next()) {
      if (typeof next === "string") return next;
      expect(next.bytes.subarray(next.start, next.end).every((byte) => byte === next.header)).toBe(true);
      count++;
    }
  }
  return count;
}

test("frames within the limit are read, however the stream is cut into chunks", () => {
  const lengths = fc.array(fc.integer({ min: 0, max: LIMIT }), { maxLength: 5 });
  fc.assert(
    fc.property(lengths, fc.integer({ min: 1, max: 3_000 }), (sizes, step) => {
      const sent = Buffer.concat([CONNECT, ...sizes.map((size) => frame(0x30, size))]);
      expect(outcome(sent, { step })).toBe(sizes.length + 1);
    }),
    { numRuns: 200 },
  );
});

test("a frame above the limit is refused as soon as its length is read", () => {
  fc.assert(
    fc.property(fc.integer({ min: LIMIT + 1, max: 268_000_000 }), fc.integer({ min: 1, max: 200 }), (length, step) => {
      expect(outcome(Buffer.concat([CONNECT, head(0x30, length)]), { step })).toBe("too_long");
    }),
  );
});

test("a length of more than four bytes is refused", () => {
  const endless = { first: Number.MAX_SAFE_INTEGER, every: Number.MAX_SAFE_INTEGER };
  expect(outcome(Buffer.from([0x10, 0x80, 0x80, 0x80, 0x80, 0x01]), { limits: endless })).toBe("too_long");
});

test("the first frame has its own limit", () => {
  const limits = { first: 1_000, every: LIMIT };
  expect(outcome(head(0x10, 1_001), { limits })).toBe("too_long");
  expect(outcome(Buffer.concat([frame(0x10, 1_000), frame(0x30, LIMIT)]), { limits })).toBe(2);
  expect(outcome(Buffer.concat([CONNECT, head(0x30, LIMIT + 1)]), { limits })).toBe("too_long");
});

test("the first frame is a CONNECT, and no later one", () => {
  for (let header = 0; header < 256; header++) {
    expect(outcome(Buffer.from([header]))).toBe(header === 0x10 ? 0 : "invalid");
  }
  expect(outcome(Buffer.concat([CONNECT, CONNECT]))).toBe("invalid");
});

test("later frames are those that clients send, and are refused by their first byte", () => {
  const accepted = Array.from({ length: 256 }, (_, header) => header).filter(
    (header) => outcome(Buffer.concat([CONNECT, Buffer.from([header])])) !== "invalid",
  );
  const publish = [0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x38, 0x39, 0x3a, 0x3b, 0x3c, 0x3d];
  expect(accepted).toEqual([...publish, 0x40, 0x82, 0xa2, 0xc0, 0xe0]);
});

test("an announced frame takes memory only as its bytes arrive", () => {
  const before = process.memoryUsage().arrayBuffers;
  const readers = Array.from({ length: 1_000 }, () => {
    const frames = new FrameReader({ first: LIMIT, every: 256 * 1024 });
    frames.add(Buffer.concat([CONNECT, head(0x30, 256 * 1024), Buffer.alloc(10)]));
    frames.next();
    expect(frames.next()).toBe("incomplete");
    return frames;
  });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(readers.length * 8 * 1024);
});
