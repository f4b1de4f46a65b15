import { promisify } from "node:util";
import { gunzip, zstdDecompress } from "node:zlib";
import { expect, test } from "vitest";
import { compress, encodingFor } from "./compress.ts";

test.each([
  { accept: "gzip, deflate, br, zstd", encoding: "zstd" },
  { accept: "gzip, deflate, br", encoding: "gzip" },
  { accept: "GZIP;q=0.5", encoding: "gzip" },
  { accept: "zstd;q=0, gzip", encoding: "gzip" },
  { accept: "zstd; q=0.000, gzip; q=0", encoding: undefined },
  { accept: "br", encoding: undefined },
  { accept: "", encoding: undefined },
])("a large body is sent as $encoding to a client that accepts $accept", ({ accept, encoding }) => {
  expect(encodingFor(accept, 100_000)).toBe(encoding);
});

test("a small body is sent uncompressed", () => {
  expect(encodingFor("gzip, zstd", 1_000)).toBeUndefined();
});

test("both encodings can be decompressed", async () => {
  const body = Buffer.from("station ".repeat(10_000));
  expect(await promisify(gunzip)(await compress(body, "gzip"))).toEqual(body);
  expect(await promisify(zstdDecompress)(await compress(body, "zstd"))).toEqual(body);
});
