import { expect, test } from "vitest";
import { placeName } from "./place.ts";

// @spec 52.2
test.each([
  [
    { city: "Boulder", county: "Boulder County", state: "Colorado", country: "United States" },
    "Boulder, Colorado, United States",
  ],
  [{ village: "Hallstatt", suburb: "Lahn", country: "Austria" }, "Hallstatt, Austria"],
  [{ city: "Singapore", country: "Singapore" }, "Singapore"],
  [{ county: "Kent", region: "South East", country: "United Kingdom" }, "Kent, South East, United Kingdom"],
  [{ isolated_dwelling: "Farm 4", hamlet: " " }, "Farm 4"],
  [{ continent: "Europe" }, "Europe"],
  [{ road: "Main Street", postcode: "80301" }, null],
  [{ error: "no route" }, null],
  [{}, null],
  [undefined, null],
])("%j is called %s", (data, name) => {
  expect(placeName(data)).toBe(name);
});
