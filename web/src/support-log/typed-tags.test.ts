import type { SupportLogTag } from "@groundcrew/shared/support-log";
import { expect, test } from "vitest";
import { afterPress, offeredTags } from "./typed-tags.ts";

const tag = (id: number, name: string, more: Partial<SupportLogTag> = {}): SupportLogTag => ({
  id,
  name,
  color: "secondary",
  alerting: false,
  canonical_id: null,
  aliases: [],
  alert_target: null,
  ...more,
});
const defined = [
  tag(1, "battery", { aliases: ["cell"] }),
  tag(2, "belt"),
  tag(3, "cell", { canonical_id: 1 }),
  tag(4, "motor"),
];
const offered = (text: string) => offeredTags(text, defined).map((of) => `${of.isTyped ? "+" : ""}${of.tag.name}`);

test.each([
  ["", ["battery", "belt", "motor"]],
  ["belt ", ["battery", "+belt", "motor"]],
  ["belt", ["battery", "+belt", "motor"]],
  ["motor, B", ["battery", "belt"]],
  ["ce", ["battery"]],
  ["cell,", ["+battery", "belt", "motor"]],
  ["nothing", []],
])("%j is offered %j", (text, names) => {
  expect(offered(text)).toEqual(names);
});

test.each([
  ["", "belt", "belt "],
  ["motor b", "belt", "motor belt "],
  ["motor", "belt", "motor belt "],
  ["cell, motor,belt", "battery", "motor belt "],
  ["belt", "belt", ""],
])("in %j pressing %s leaves %j", (text, name, after) => {
  const pressed = offeredTags(text, defined).find((of) => of.tag.name === name);
  expect(pressed && afterPress(text, pressed, defined)).toBe(after);
});
