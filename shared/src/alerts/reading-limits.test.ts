import { conditionFacts } from "../../test/condition-facts.ts";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../test/property-runs.ts";
import { conditionState } from "./condition-state.ts";
import type { Condition } from "./kinds/index.ts";
import { isWithin, readingLimits } from "./reading-limits.ts";

const NOW = 1_000_000_000;
const minutes = fc.constant(0);
const fahrenheit = fc.integer({ min: -40, max: 200 });
const condition = fc.oneof<fc.Arbitrary<Condition>[]>(
  fc.record({
    kind: fc.constant("temperature"),
    direction: fc.constantFrom("above", "below"),
    fahrenheit,
    minutes,
  }),
  fc.record({ kind: fc.constant("battery_temperature"), celsius: fc.integer({ min: 0, max: 100 }), minutes }),
  fc.record({ kind: fc.constant("clock_skew"), seconds: fc.integer({ min: 10, max: 3_600 }) }),
);
const readings = fc.record({
  temperature: fc.option(fahrenheit),
  celsius: fc.option(fc.integer({ min: 0, max: 100 })),
  clock_skew_ms: fc.option(fc.integer({ min: -3_700_000, max: 3_700_000 })),
});

function factsOf({
  celsius,
  ...more
}: {
  temperature: number | null;
  celsius: number | null;
  clock_skew_ms: number | null;
}) {
  const hottest = celsius === null ? null : { slot: 1, celsius };
  return conditionFacts({ ...more, hottest, last_online: NOW });
}

test("readings are within the limits of conditions exactly when none of them holds", () => {
  fc.assert(
    fc.property(fc.array(condition, { maxLength: 6 }), readings, (conditions, read) => {
      const states = conditions.map((one) => conditionState(one, factsOf(read), { now: NOW, before: null }).state);
      expect(isWithin(readingLimits(conditions), read)).toBe(!states.includes("holds"));
    }),
    cases(200),
  );
});
