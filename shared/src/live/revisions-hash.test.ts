import * as fc from "fast-check";
import { expect, test } from "vitest";
import { revisionsHash } from "./revisions-hash.ts";

const revision = fc.nat(2 ** 48 - 1);

test("does not depend on the order of rows", () => {
  fc.assert(
    fc.property(fc.array(revision), (revisions) => {
      expect(revisionsHash(revisions.toReversed())).toBe(revisionsHash(revisions));
    }),
  );
});

test("differs when one revision does, in any of its 48 bits", () => {
  fc.assert(
    fc.property(fc.array(revision), revision, fc.nat(47), (others, changed, bit) => {
      const flipped = Math.floor(changed / 2 ** bit) % 2 === 0 ? changed + 2 ** bit : changed - 2 ** bit;
      expect(revisionsHash([...others, flipped])).not.toBe(revisionsHash([...others, changed]));
    }),
  );
});
