import { expect, test } from "vitest";
import { changedLabels } from "../../kit/index.ts";
import { listText } from "../../lib/index.ts";
import { emptyRule } from "./rule-form.ts";
import { partOf } from "./rule-parts.ts";

const rule = emptyRule("UTC");

test.each([
  [{}, ""],
  [{ name: "Offline" }, "the name"],
  [{ kind: "temperature", fahrenheit: "90" }, "the condition"],
  [{ scope: "types", station_types: ["atlas"], channels: ["1"] }, "where it applies and the channels"],
  [
    {
      severity: "warning",
      quiet: true,
      from: "20:00",
      steps: [{ after_minutes: 15, channels: [1], people: [], through_quiet: false }],
    },
    "the severity, the quiet period and the escalation",
  ],
])("someone who changes %j has changed: %s", (changed, text) => {
  expect(listText(changedLabels(rule, { ...rule, ...changed }, partOf))).toBe(text);
});
