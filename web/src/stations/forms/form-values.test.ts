import { expect, test } from "vitest";
import { addForm, addValues, editBody, editForm, editValues, savedText } from "./form-values.ts";
import { sampleStation } from "../../../../shared/test/sample-station.ts";

const addStation = addForm({ station_prefix: "gc-" });
const added = { ...addValues, name: "gc-0123456789ab", serial_number: "Atlas 0099", api_version: "4.7.4" };

function errorMessage(field: string, value: string): string | undefined {
  const { error } = addStation.safeParse({ ...added, [field]: value });
  return error?.issues.find(({ path }) => path[0] === field)?.message;
}

test("empty fields become null, and the default organization is left to the server", () => {
  const parsed = addStation.parse(added);
  expect(parsed).toMatchObject({ shipped: null, hexone_uri_base: null, station_type: "atlas", actual: true });
  expect(parsed.org_id).toBeUndefined();
  expect(addStation.parse({ ...added, org_id: "7" }).org_id).toBe(7);
});

test.each([
  ["name", "", "You must fill the 'Name' field before continuing."],
  ["serial_number", "", "Serial number is required"],
  ["description", "x".repeat(51), "Descriptions must be shorter than 50 characters."],
  ["api_version", "", "API version needed to do initial telemetry."],
])("a wrong %s is reported in the words of the specification", (field, value, message) => {
  expect(errorMessage(field, value)).toBe(message);
});

test("a name is the prefix and twelve characters of a number", () => {
  expect(errorMessage("name", "gc-12")).toBe("A station's name is gc- and 12 characters from 0-9 and a-f.");
  expect(errorMessage("name", "gc-0123456789ab")).toBeUndefined();
});

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
