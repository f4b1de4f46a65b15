import { expect, test } from "vitest";
import type { z } from "zod";
import { draftToEntry, newDraft, newEntry, newReply, newReplyDraft, supportLogDraft, tagsProblem } from "./draft.ts";
import { newTag, readTags, tagColor, type SupportLogTag } from "./tag.ts";

const problems = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];
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
const battery = tag(1, "battery", { aliases: ["batt"] });
const urgent = tag(2, "Urgent", { alerting: true, color: "danger", alert_target: "ops@example.com" });
const allTags = [battery, urgent, tag(3, "batt", { canonical_id: 1 })];

// @spec 122.4
test.each([
  ["battery, urgent", [battery, urgent], []],
  ["battery urgent", [battery, urgent], []],
  [" ,, BATTERY\t,batt ", [battery], []],
  ["battery;urgent", [], ["battery;urgent"]],
  ["foo,urgent,foo", [urgent], ["foo"]],
  ["", [], []],
])("%j parsed as tags", (text, tags, unknown) => {
  expect(readTags(text, allTags)).toEqual({ tags, unknown });
});

test("100 KB of separators contain no tags", () => {
  expect(readTags(" ,".repeat(50_000), allTags)).toEqual({ tags: [], unknown: [] });
});

// @spec 122.5, 322.1
test("alerting tags are red", () => {
  expect([tagColor(true), tagColor(false)]).toEqual(["danger", "secondary"]);
});

// @spec 156.3
test("a completed form is sent with its kind of content and the ids of its tags", () => {
  const draft = { ...newDraft([4, 5]), content: "Belt is worn", status: "record", tags: ["batt", "foo"] } as const;
  expect(draftToEntry({ ...draft, tags: ["batt", "foo"] }, allTags)).toEqual({
    content: { kind: "manual_plain", text: "Belt is worn" },
    status: "record",
    public: false,
    tags: [1],
    attached_errors: [4, 5],
  });
});

// @spec 214.4
test("a note is sent without tags", () => {
  expect(draftToEntry({ ...newDraft(), content: "Seen", tags: ["battery"] }, allTags).tags).toEqual([]);
});

// @spec 156.3, 182.5
test("a new draft is a private note about the errors it was opened with", () => {
  expect(newDraft([4])).toEqual({ content: "", status: "note", tags: [], attached_errors: [4], public: false });
});

// @spec 182.6
test("a reply inherits the status of its entry if a reply may have it", () => {
  const inherited = (["record", "note", "incident_needs_action", "incident_resolved"] as const).map(newReplyDraft);
  expect(inherited.map(({ status }) => status)).toEqual(["record", "note", "note", "note"]);
});

// @spec 214.3
test("errors are identified by number, tags by name, and an entry is public or not", () => {
  const draft = { ...newDraft([4]), content: "Seen", tags: ["belt"] };
  expect(problems(supportLogDraft, draft)).toEqual([]);
  expect(problems(supportLogDraft, { ...draft, attached_errors: ["4"] })).toHaveLength(1);
  expect(problems(supportLogDraft, { ...draft, tags: [7] })).toHaveLength(1);
  expect(problems(supportLogDraft, { ...draft, public: "yes" })).toHaveLength(1);
});

// @spec 182.4, 214.1, 214.2
test("an entry needs a text and an allowed status", () => {
  expect(problems(supportLogDraft, newDraft())).toEqual(["content: Body text is required"]);
  expect(problems(newEntry, { content: " ", status: "note" })).toEqual(["content: Body text is required"]);
  expect(problems(newEntry, { content: { kind: "manual_plain", text: "" }, status: "note" })).toEqual([
    "content.text: Body text is required",
  ]);
  expect(problems(newEntry, { content: "x", status: "incident_pending" })).toEqual([
    "status: A new entry is a note, a record or an incident that needs action.",
  ]);
  expect(problems(newReply, { content: "x", status: "incident_needs_action" })).toEqual([
    "status: A reply is a note or a record.",
  ]);
});

test("plain text counts as typed by a person", () => {
  expect(newEntry.parse({ content: "Belt is worn", status: "note" })).toEqual({
    content: { kind: "manual_plain", text: "Belt is worn" },
    status: "note",
    attached_errors: [],
    tags: [],
    public: false,
  });
});

// @spec 122.3
test("a new incident needs an alerting tag, anything else needs none", () => {
  const refused = "New incidents need at least one alerting tag.";
  expect(tagsProblem("incident_needs_action", [])).toBe(refused);
  expect(tagsProblem("incident_needs_action", [battery])).toBe(refused);
  expect(tagsProblem("incident_needs_action", [battery, urgent])).toBeNull();
  expect(tagsProblem("record", [])).toBeNull();
});

test("an id that no tag can have is refused", () => {
  const missing = "There is no such tag.";
  const entry = { content: "x", status: "record" };
  expect(problems(newEntry, { ...entry, tags: [2_147_483_647] })).toEqual([]);
  expect(problems(newEntry, { ...entry, tags: [2_147_483_648, 0] })).toEqual([
    `tags.0: ${missing}`,
    `tags.1: ${missing}`,
  ]);
});

// @spec 218.1
test("a tag needs a name without spaces and commas", () => {
  expect(problems(newTag, { name: " " })).toEqual(["name: Tag name is required"]);
  expect(problems(newTag, { name: "two words" })).toEqual(["name: Tag names cannot contain spaces or commas."]);
  expect(newTag.parse({ name: " belt ", alert_target: "" })).toEqual({
    name: "belt",
    alert_target: null,
    alias_for_id: null,
  });
});

test("a tag alerts an email address or a webhook, an alias has no target", () => {
  expect(newTag.parse({ name: "belt", alert_target: "Ops@Example.com" }).alert_target).toBe("ops@example.com");
  expect(newTag.parse({ name: "belt", alert_target: "https://hooks.example/x" }).alert_target).toBe(
    "https://hooks.example/x",
  );
  for (const alert_target of ["javascript:alert(1)", "ops@"]) {
    expect(problems(newTag, { name: "belt", alert_target })).toEqual([
      "alert_target: Enter an email address, or a webhook that begins with http:// or https://.",
    ]);
  }
  expect(problems(newTag, { name: "belt", alert_target: "ops@example.com", alias_for_id: 1 })).toEqual([
    "alert_target: An alias uses the alert target of its tag.",
  ]);
});
