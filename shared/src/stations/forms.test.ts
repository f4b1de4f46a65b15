import { expect, test } from "vitest";
import type { z } from "zod";
import { defaultBrand } from "../brand.ts";
import { newNameProblem, newStation, stationEdit } from "./forms.ts";
import { locationForm, locationPurpose, newLocation } from "./place/location.ts";

const problems = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];
const device = { name: "gc-0123456789ab", serial_number: "Atlas 0007", api_version: "4.2" };

// @spec 201.1, 202.1, 203.1, 205.1, 206.1, 209.1
test("a new device needs a name, a serial number and an API version; the rest has defaults", () => {
  expect(newStation.parse(device)).toEqual({
    ...device,
    description: "",
    station_type: "atlas",
    hexone_uri_base: null,
    actual: true,
    shipped: null,
    location_deployment: "",
  });
  const needed = [
    "name: You must fill the 'Name' field before continuing.",
    "serial_number: Serial number is required",
    "api_version: API version needed to do initial telemetry.",
  ];
  expect(problems(newStation, { name: "", serial_number: " ", api_version: "" })).toEqual(needed);
  expect(problems(newStation, {})).toEqual(needed);
});

// @spec 204.1, 212.1, 317.3
test("a description of exactly 50 characters passes, 51 do not", () => {
  expect(problems(newStation, { ...device, description: "😀".repeat(50) })).toEqual([]);
  expect(problems(newStation, { ...device, description: "x".repeat(51) })).toEqual([
    "description: Descriptions must be shorter than 50 characters.",
  ]);
  expect(problems(stationEdit, { description: "x".repeat(50) })).toEqual([]);
  expect(problems(stationEdit, { description: "x".repeat(51) })).toEqual([
    "description: Description must be shorter than 50 characters.",
  ]);
});

// @spec 138.9, 207.1, 212.2, 317.3
test.each([newStation.shape.shipped, stationEdit.shape.shipped])(
  "a station is shipped from 2020 on, or not yet",
  (shipped) => {
    expect(shipped.parse("2020-01-01")).toBe("2020-01-01");
    expect(shipped.parse("")).toBeNull();
    expect(shipped.parse(null)).toBeNull();
    expect(problems(shipped, "2019-12-31")).toEqual([": Must be 2020-01-01 or later."]);
    expect(problems(shipped, "2023-02-29")).toEqual([": Enter a date such as 2024-05-31."]);
  },
);

// @spec 138.6, 208.1
test("a dashboard is a web address, and an empty one is null", () => {
  expect(newStation.parse({ ...device, hexone_uri_base: "" }).hexone_uri_base).toBeNull();
  expect(stationEdit.parse({ hexone_uri_base: "http://10.0.0.5" })).toEqual({ hexone_uri_base: "http://10.0.0.5" });
  expect(problems(stationEdit, { hexone_uri_base: "javascript:alert(1)" })).toHaveLength(1);
});

// @spec 212.3
test("a station's name cannot be edited, and unknown fields are named", () => {
  expect(problems(stationEdit, { name: "gc-0123456789ab" })).toEqual([': Unrecognized key: "name"']);
});

// @spec 138.1
test.each([
  ["gc-0123456789ab", true],
  ["gc-0123456789AB", false],
  ["gc-0123456789a", false],
  ["gc-0123456789abc", false],
  ["xx-0123456789ab", false],
  ["gc-0123456789ag", false],
])("%s is a name of a new station: %s", (name, isFitting) => {
  expect(newNameProblem(name, defaultBrand) === null).toBe(isFitting);
});

// @spec 212.5
test("two comma-separated numbers are a point, other text is an address", () => {
  const read = (location: string) => locationForm.parse({ location, purpose: "service" }).location;
  expect(read("40.5, -105")).toEqual({ lat: 40.5, lng: -105 });
  expect(read("1 Main Street, Boulder")).toBe("1 Main Street, Boulder");
  expect(read("1, 2, 3")).toBe("1, 2, 3");
});

// @spec 212.4
test("a location and a purpose are required, and a point must exist", () => {
  expect(problems(locationForm, { location: "", purpose: "" })).toEqual([
    "location: Enter a location.",
    "purpose: Choose a purpose.",
  ]);
  expect(problems(locationForm, { location: "91, 0", purpose: "service" })).toEqual([
    "location.lat: Latitude must be between -90 and 90.",
  ]);
  expect(problems(newLocation, { location: { lat: 1 }, purpose: "service" })).toEqual(["location: Enter a location."]);
  expect(problems(newLocation, { location: { lat: 0, lng: 180.5 }, purpose: "rough_adjust" })).toEqual([
    "location.lng: Longitude must be between -180 and 180.",
  ]);
});

// @spec 185.1
test("the purpose of a location is Rough Adjust or Service", () => {
  expect(locationPurpose.options).toEqual(["rough_adjust", "service"]);
});

// @spec 205.1
test("only the three types of station can be added", () => {
  for (const station_type of ["atlas", "universal", "global"]) {
    expect(newStation.parse({ ...device, station_type }).station_type).toBe(station_type);
  }
  expect(problems(newStation, { ...device, station_type: "lunar" })).toHaveLength(1);
});
