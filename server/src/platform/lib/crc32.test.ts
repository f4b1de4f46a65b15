import { crc32 } from "node:zlib";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { appendCrc32, crc32Shift } from "./crc32.ts";

test("the checksum of joined bytes follows from the checksums of the parts", () => {
  const bytes = fc.uint8Array({ maxLength: 5_000 });
  fc.assert(
    fc.property(bytes, bytes, (first, second) => {
      const joined = appendCrc32(crc32(first), crc32(second), crc32Shift(second.length));
      expect(joined).toBe(crc32(Buffer.concat([first, second])));
    }),
  );
});
