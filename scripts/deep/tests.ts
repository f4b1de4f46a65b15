import type { DeepTest } from "./deep-test.ts";
import { FAULTS } from "./faults.ts";
import { INSTALLATIONS } from "./installations.ts";
import { JOURNEYS } from "./journeys.ts";
import { PROPERTIES } from "./properties.ts";

export const DEEP_TESTS: Readonly<Record<string, DeepTest>> = {
  ...FAULTS,
  ...INSTALLATIONS,
  ...JOURNEYS,
  ...PROPERTIES,
};

/** The files of tests that `npm test` leaves out. */
export const DEEP_FILES: readonly string[] = Object.values(DEEP_TESTS).flatMap(({ runner, files, inGate }) =>
  runner === "vitest" && !inGate ? files : [],
);

/** An amount with its unit, such as "5,000 sequences". */
export function amountOf({ amount }: DeepTest, count = amount?.full ?? 1): string {
  return amount === null ? "once" : `${count.toLocaleString("en")} ${amount.unit}`;
}
