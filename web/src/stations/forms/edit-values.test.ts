import { expect, test } from "vitest";
import { sampleStation } from "../../../../shared/test/sample-station.ts";
import { editBody, editForm, editValues, savedText } from "./edit-values.ts";

const station = sampleStation({ serial_number: "Atlas 0007", org_id: 4, shipped: "2024-05-31" });

test("the form of an unchanged station is valid", () => {
  expect(editForm.safeParse(editValues(station)).success).toBe(true);
});

test("only changed fields are sent", () => {
  const entered = editForm.parse({ ...editValues(station), description: "North ridge", org_id: "9" });
  expect(editBody(entered, ["description", "org_id"])).toEqual({ description: "North ridge", org_id: 9 });
});

test.each([
  ["serial_number", "Atlas 0007"],
  ["org_id", station.organization_name],
  ["hexone_uri_base", "empty"],
  ["actual", "on"],
  ["retired", "off"],
] as const)("what someone else saved in %s is said as %j", (field, text) => {
  expect(savedText({ ...station, hexone_uri_base: null }, field)).toBe(text);
});

test("an empty shipping day or dashboard address is sent as null", () => {
  const entered = editForm.parse({ ...editValues(station), shipped: "", hexone_uri_base: "" });
  expect(editBody(entered, ["shipped", "hexone_uri_base"])).toEqual({ shipped: null, hexone_uri_base: null });
});

test.each([
  [{ description: "x".repeat(51) }, "Description must be shorter than 50 characters."],
  [{ serial_number: " " }, "Serial number is required"],
  [{ shipped: "2019-12-31" }, "Must be 2020-01-01 or later."],
  [{ api_password: "short" }, "Use at least 20 characters."],
])("%j is refused", (entered, message) => {
  const { error } = editForm.safeParse({ ...editValues(station), ...entered });
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test("a description of exactly 50 characters passes", () => {
  expect(editForm.safeParse({ ...editValues(station), description: "x".repeat(50) }).success).toBe(true);
});
