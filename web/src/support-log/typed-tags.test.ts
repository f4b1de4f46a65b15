import type { SupportLogTag } from "@groundcrew/shared/support-log";
import { expect, test } from "vitest";
import { toggleTag, suggestedTags } from "./typed-tags.ts";

const tag = (id: number, name: string, overrides: Partial<SupportLogTag> = {}): SupportLogTag => ({
  id,
  name,
  color: "secondary",
  alerting: false,
  canonical_id: null,
  aliases: [],
  alert_target: null,
  ...overrides,
});
const allTags = [
  tag(1, "battery", { aliases: ["cell"] }),
  tag(2, "belt"),
  tag(3, "cell", { canonical_id: 1 }),
  tag(4, "motor"),
];
const suggested = (text: string) =>
  suggestedTags(text, allTags).map(({ tag, isTyped }) => `${isTyped ? "+" : ""}${tag.name}`);

test.each([
  ["", ["battery", "belt", "motor"]],
  ["belt ", ["battery", "+belt", "motor"]],
  ["belt", ["battery", "+belt", "motor"]],
  ["motor, B", ["battery", "belt"]],
  ["ce", ["battery"]],
  ["cell,", ["+battery", "belt", "motor"]],
  ["nothing", []],
])("%j suggests %j", (text, names) => {
  expect(suggested(text)).toEqual(names);
});

test.each([
  ["", "belt", "belt "],
  ["motor b", "belt", "motor belt "],
  ["motor", "belt", "motor belt "],
  ["cell, motor,belt", "battery", "motor belt "],
  ["belt", "belt", ""],
])("in %j pressing %s leaves %j", (text, name, after) => {
  const pressed = suggestedTags(text, allTags).find((suggestion) => suggestion.tag.name === name);
  expect(pressed && toggleTag(text, pressed, allTags)).toBe(after);
});
