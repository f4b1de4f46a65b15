import { expect, test } from "vitest";
import { sampleRule } from "../../../../shared/test/sample-alert.ts";
import { ruleKindForms } from "./kinds/index.ts";
import { draftText, emptyRule, ruleForm, ruleValues } from "./rule-form.ts";

const fields = { ...emptyRule("UTC"), name: "Offline at Skyline" };
const problems = (changed: Partial<typeof fields>) =>
  ruleForm
    .safeParse({ ...fields, ...changed })
    .error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);

test("a rule that is shown in the form and saved unchanged stays the same", () => {
  const rules = [
    sampleRule(),
    sampleRule({
      condition: { kind: "temperature", direction: "below", fahrenheit: 32, minutes: 15 },
      repeat_minutes: null,
    }),
    sampleRule({
      condition: { kind: "error_group", states: ["new", "regressed"], stations: 3 },
      scope: { kind: "organizations", org_ids: [3, 4] },
      quiet: { from: "18:00", to: "08:00", days: [6, 0], time_zone: "America/Denver", urgent_passes: false },
      steps: [{ after_minutes: 15, channels: [2], people: [7], through_quiet: true }],
    }),
    sampleRule({ condition: { kind: "not_ready", minutes: 30, limited: false, reasons: ["gripper", "latch"] } }),
    sampleRule({ scope: { kind: "view", query: { "stations-q": "reno", "stations-type": "" }, name: null } }),
    sampleRule({ scope: { kind: "stations", names: ["gc-000000000001"] }, auto_join: false, enabled: false }),
  ];
  for (const rule of rules) {
    const parsed = ruleForm.parse(ruleValues(rule, "UTC"));
    expect(rule).toMatchObject(parsed);
  }
});

test("a setting that several kinds have begins with the same value in each, because it is one field", () => {
  const settings = Object.values(ruleKindForms).flatMap(({ initial }) => Object.entries(initial));
  expect(settings.length).toBeGreaterThan(10);
  for (const [name, value] of settings)
    expect([name, emptyRule("UTC")]).toMatchObject([
      name,
      { [name]: typeof value === "number" ? String(value) : value },
    ]);
});

test("a problem has the name of its field", () => {
  expect(problems({})).toBeUndefined();
  expect(problems({ name: " " })).toEqual(["name: Enter a name."]);
  expect(problems({ minutes: "0" })).toEqual(["minutes: Enter 1 to 10,080 minutes."]);
  expect(problems({ minutes: "" })).toEqual(["minutes: Enter 1 to 10,080 minutes."]);
  expect(problems({ minutes: "1.5" })).toEqual(["minutes: Enter whole minutes: 1 to 10,080."]);
  expect(problems({ kind: "temperature", fahrenheit: "-41" })).toEqual(["fahrenheit: Enter −40 to 200°F."]);
  expect(problems({ kind: "firmware", older_than: "newest" })).toEqual([
    "older_than: Enter a firmware version, such as 2.14.0.",
  ]);
  expect(problems({ scope: "organizations" })).toEqual(["org_ids: Choose at least one organization."]);
  expect(problems({ scope: "stations" })).toEqual(["names: Choose at least one station."]);
  expect(problems({ scope: "view" })).toEqual(["view: Paste a link with a filter."]);
  expect(problems({ quiet: true, from: "25:00" })).toEqual(["from: Enter a time, such as 22:00."]);
  expect(problems({ steps: [{ after_minutes: 15, channels: [], people: [], through_quiet: false }] })).toEqual([
    "steps: Choose who is notified.",
  ]);
});

test("a preview needs what decides the matches only, and is for the organization of the rule", () => {
  expect(draftText({ ...fields, name: "" }, 3)).toBe(
    JSON.stringify({
      condition: { kind: "offline", minutes: 10 },
      scope: { kind: "all" },
      severity: "urgent",
      org_id: 3,
    }),
  );
  expect(draftText({ ...fields, minutes: "x" }, undefined)).toBeNull();
});
