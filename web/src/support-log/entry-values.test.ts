import type { SupportLogTag } from "@groundcrew/shared/support-log";
import { expect, test } from "vitest";
import { entrySchema, leftOutText, suggestedTags, toggleTag, type EntryValues } from "./entry-values.ts";

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
const schema = entrySchema(
  [tag(1, "battery"), tag(2, "urgent", { color: "danger", alerting: true, alert_target: "ops@example.com" })],
  [7],
);
const filled: EntryValues = { content: "Belt is worn", status: "record", tags: "" };
const problem = (values: EntryValues) => schema.safeParse(values).error?.issues.map(({ message }) => message);

test("a completed form becomes the request body, with the ids of its tags and the errors it was opened with", () => {
  expect(schema.parse({ ...filled, status: "incident_needs_action", tags: "Urgent, battery" })).toEqual({
    content: { kind: "manual_plain", text: "Belt is worn" },
    status: "incident_needs_action",
    public: false,
    tags: [2, 1],
    attached_errors: [7],
  });
});

test.each([
  [{ content: " " }, ["Body text is required"]],
  [{ tags: "battery foo;bar foo" }, ["Unknown tags: foo, foo;bar"]],
  [{ status: "incident_needs_action", tags: "battery" }, ["New incidents need at least one alerting tag."]],
  [{ status: "note", tags: "foo" }, undefined],
] as const)("%j gives the errors %j", (change, messages) => {
  expect(problem({ ...filled, ...change })?.map((message) => message.split(": ")[0])).toEqual(
    messages?.map((message) => message.split(": ")[0]),
  );
});

test.each([
  [3, 3, null],
  [3, 2, "1 of 3 errors was already resolved and not attached."],
  [3, 0, "3 of 3 errors were already resolved and not attached."],
  [1, 0, "1 of 1 error was already resolved and not attached."],
])("with %i errors selected and %i attached, the message is: %s", (requested, attached, text) => {
  expect(leftOutText(requested, attached)).toBe(text);
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
