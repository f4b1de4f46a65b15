import { expect, test } from "vitest";
import { temperatureBand } from "./temperature.ts";

// @spec 316.1
test.each([
  [-40, "success"],
  [85, "success"],
  [85.01, "warning"],
  [100, "warning"],
  [100.01, "danger"],
])("%f °F is %s", (temperatureF, band) => {
  expect(temperatureBand(temperatureF)).toBe(band);
});
