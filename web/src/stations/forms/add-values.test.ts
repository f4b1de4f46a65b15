import { expect, test } from "vitest";
import { addForm, addValues } from "./add-values.ts";

const form = addForm({ station_prefix: "gc-" });
const entered = { ...addValues, name: "gc-0123456789ab", serial_number: "Atlas 0099", api_version: "4.7.4" };

function messageOf(field: string, value: string): string | undefined {
  const { error } = form.safeParse({ ...entered, [field]: value });
  return error?.issues.find(({ path }) => path[0] === field)?.message;
}

test("empty fields become null, and the default organization is left to the server", () => {
  const added = form.parse(entered);
  expect(added).toMatchObject({ shipped: null, hexone_uri_base: null, station_type: "atlas", actual: true });
  expect(added.org_id).toBeUndefined();
  expect(form.parse({ ...entered, org_id: "7" }).org_id).toBe(7);
});

test.each([
  ["name", "", "You must fill the 'Name' field before continuing."],
  ["serial_number", "", "Serial number is required"],
  ["description", "x".repeat(51), "Descriptions must be shorter than 50 characters."],
  ["api_version", "", "API version needed to do initial telemetry."],
])("a wrong %s is told in the specification's words", (field, value, message) => {
  expect(messageOf(field, value)).toBe(message);
});

test("a name is the prefix and twelve characters of a number", () => {
  expect(messageOf("name", "gc-12")).toBe("A station's name is gc- and 12 characters from 0-9 and a-f.");
  expect(messageOf("name", "gc-0123456789ab")).toBeUndefined();
});
