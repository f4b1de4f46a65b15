import { gunzipSync, zstdDecompressSync } from "node:zlib";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { bodyPart, joinParts } from "./body-parts.ts";

const texts = fc.array(fc.string({ unit: "grapheme", maxLength: 2_000 }), { maxLength: 8 });

test("a body of several parts is one gzip member", async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (all) => {
      const body = Buffer.concat(await joinParts(all.map(bodyPart), "gzip"));
      expect(gunzipSync(body).toString()).toBe(all.join(""));
    }),
    { numRuns: 50 },
  );
});

test("each part of a zstd body is a frame of its own", async () => {
  const parts = [bodyPart("first "), bodyPart("second")];
  const frames = await joinParts(parts, "zstd");
  expect(frames.map((frame) => zstdDecompressSync(frame).toString())).toEqual(["first ", "second"]);
});

test("a part is compressed once, however many bodies it is in", async () => {
  const [shared, other] = [bodyPart("shared "), bodyPart("other")];
  const [, first] = await joinParts([shared], "gzip");
  const [, again] = await joinParts([shared, other], "gzip");
  expect(again).toBe(first);
});

test("other work gets its turn while the text of a long compressed list is read", async () => {
  const parts = Array.from({ length: 8 }, (_, nth) => bodyPart(`${nth}`.repeat(1_000_000)));
  await joinParts(parts, "zstd");
  let hasOtherRun = false;
  setImmediate(() => (hasOtherRun = true));
  await joinParts(parts, undefined);
  expect(hasOtherRun).toBe(true);
});

test("the text of a part can be read and compressed again after it was compressed", async () => {
  await fc.assert(
    fc.asyncProperty(texts, fc.shuffledSubarray(["gzip", "zstd"] as const), async (all, encodings) => {
      const parts = all.map(bodyPart);
      for (const encoding of encodings) await joinParts(parts, encoding);
      const plain = Buffer.concat(await joinParts(parts, undefined));
      const gzip = Buffer.concat(await joinParts(parts, "gzip"));
      const zstd = (await joinParts(parts, "zstd")).map((frame) => zstdDecompressSync(frame));
      expect(plain.toString()).toBe(all.join(""));
      expect(gunzipSync(gzip).toString()).toBe(all.join(""));
      expect(Buffer.concat(zstd).toString()).toBe(all.join(""));
    }),
    { numRuns: 50 },
  );
});
