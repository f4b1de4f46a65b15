import { expect, test } from "vitest";
import { splitChoices } from "./splitting.ts";

const varies = { kind: "placeholder" as const, fingerprint: 1, placeholder: 0, name: "slot", others: 0 };
const value = (value: string) => ({ value, errors: 1 });

test("a group is split by a placeholder with several values, preferably by one with few", () => {
  const voltage = { ...varies, placeholder: 1, name: "voltage", values: [value("1"), value("2")], other_values: 54 };
  const slot = { ...varies, values: [value("5"), value("2")], other_values: 0 };
  const constant = { ...varies, placeholder: 2, values: [value("9")], other_values: 0 };
  const firmware = { ...slot, kind: "firmware" as const, fingerprint: null, placeholder: null };
  expect(splitChoices([firmware, voltage, slot, constant])).toEqual([
    { key: "1 0", fingerprint: 1, placeholder: 0, name: "slot", help: "5, 2" },
    { key: "1 1", fingerprint: 1, placeholder: 1, name: "voltage", help: "1, 2 and 54 more" },
  ]);
});
