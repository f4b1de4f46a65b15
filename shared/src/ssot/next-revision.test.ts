import * as fc from "fast-check";
import { expect, test } from "vitest";
import { nextRevision } from "./next-revision.ts";

test("a revision is timed at the next whole second", () => {
  expect(nextRevision(null, Date.parse("2026-06-01T12:00:00.000Z"))).toBe("2026-06-01T12:00:00.000Z");
  expect(nextRevision(null, Date.parse("2026-06-01T12:00:00.001Z"))).toBe("2026-06-01T12:00:01.000Z");
});

test("revisions strictly increase, however close they are and wherever the clock jumps", () => {
  const moment = fc.integer({ min: 0, max: 4_000_000_000_000 });
  fc.assert(
    fc.property(fc.array(moment, { maxLength: 20 }), (clock) => {
      let latest = nextRevision(null, 0);
      for (const now of clock) {
        const next = nextRevision(latest, now);
        expect(Date.parse(next)).toBeGreaterThan(Date.parse(latest));
        expect(Date.parse(next)).toBeGreaterThanOrEqual(now);
        expect(Date.parse(next) % 1_000).toBe(0);
        latest = next;
      }
    }),
  );
});
