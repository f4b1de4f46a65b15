import type { SupportLogTag } from "@groundcrew/shared/support-log";
import { expect, test } from "vitest";
import { entrySchema, leftOutWords, type EntryValues } from "./entry-values.ts";

const tag = (id: number, name: string, alerting = false): SupportLogTag => ({
  id,
  name,
  color: alerting ? "danger" : "secondary",
  alerting,
  canonical_id: null,
  aliases: [],
  alert_target: alerting ? "ops@example.com" : null,
});
const schema = entrySchema([tag(1, "battery"), tag(2, "urgent", true)], [7]);
const filled: EntryValues = { content: "Belt is worn", status: "record", tags: "" };
const problem = (values: EntryValues) => schema.safeParse(values).error?.issues.map(({ message }) => message);

test("a filled form becomes the body to send, with the ids of its tags and the errors it was opened with", () => {
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
] as const)("of %j is said: %j", (change, said) => {
  expect(problem({ ...filled, ...change })?.map((message) => message.split(": ")[0])).toEqual(
    said?.map((message) => message.split(": ")[0]),
  );
});

test.each([
  [3, 3, null],
  [3, 2, "1 of 3 errors had been resolved meanwhile and was not attached."],
  [3, 0, "3 of 3 errors had been resolved meanwhile and were not attached."],
  [1, 0, "1 of 1 error had been resolved meanwhile and was not attached."],
])("of %i errors that were chosen and %i that were attached it is said: %s", (asked, attached, words) => {
  expect(leftOutWords(asked, attached)).toBe(words);
});
