import { gunzipSync, zstdDecompressSync } from "node:zlib";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { BodyPart, bodyWriter, joinParts } from "./body-parts.ts";

/** Some are compressed in the main thread, others outside of it. */
const texts = fc.array(
  fc
    .tuple(fc.string({ unit: "grapheme", maxLength: 100 }), fc.integer({ min: 1, max: 200 }))
    .map(([of, n]) => of.repeat(n)),
  { maxLength: 8 },
);
const partsOf = (all: readonly string[]) => all.map((text) => new BodyPart(text));

test("a body of several parts is one gzip member, and each part of a zstd body a frame of its own", async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (all) => {
      const parts = partsOf(all);
      const [gzip, zstd, plain] = await Promise.all([
        joinParts(parts, "gzip"),
        joinParts(parts, "zstd"),
        joinParts(parts, undefined),
      ]);
      expect(gunzipSync(Buffer.concat(gzip)).toString()).toBe(all.join(""));
      expect(zstd.map((frame) => zstdDecompressSync(frame).toString())).toEqual(all);
      expect(Buffer.concat(plain).toString()).toBe(all.join(""));
    }),
    { numRuns: 100 },
  );
});

test("a body that is written at once is the same as one whose parts are compressed outside the main thread", async () => {
  const all = ["short", "long ".repeat(10_000)];
  const writer = bodyWriter("gzip");
  const pieces = [...writer.begin(), ...partsOf(all).map((part) => writer.part(part)), ...writer.end()];
  expect(gunzipSync(Buffer.concat(pieces)).toString()).toBe(all.join(""));
});

test("a part is compressed once for each encoding, however many bodies it is in, also at the same time", async () => {
  const [shared, other] = [new BodyPart("shared ".repeat(10_000)), new BodyPart("other")];
  const [[, first], [, again]] = await Promise.all([joinParts([shared], "gzip"), joinParts([shared, other], "gzip")]);
  const [, later] = await joinParts([shared], "gzip");
  expect([again, later]).toEqual([first, first]);
  expect(again === first && later === first).toBe(true);
});

test("other work gets its turn while a long part is compressed", async () => {
  let hasOtherRun = false;
  setImmediate(() => (hasOtherRun = true));
  await joinParts([new BodyPart("long ".repeat(100_000))], "zstd");
  expect(hasOtherRun).toBe(true);
});

test("a part whose text was forgotten is still sent in the encodings for which it was", async () => {
  const part = new BodyPart("text ".repeat(10_000));
  await joinParts([part], "gzip");
  for (const needed of ["zstd", undefined] as const) {
    part.forgetText(["gzip", needed]);
    expect(part.has(needed)).toBe(true);
  }
  part.forgetText(["gzip"]);
  expect([part.has("gzip"), part.has("zstd"), part.has(undefined)]).toEqual([true, false, false]);
  expect(gunzipSync(Buffer.concat(await joinParts([part], "gzip"))).toString()).toBe("text ".repeat(10_000));
});
