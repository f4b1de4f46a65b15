import { expect, test } from "vitest";
import { celsiusText, fahrenheitText, temperatureBand } from "./temperature.ts";

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

// @spec 142.3
test.each([
  [72, "72°F", "22.2°C"],
  [71.6, "72°F", "22.0°C"],
  [32, "32°F", "0.0°C"],
  [31.99, "32°F", "0.0°C"],
  [-0.2, "0°F", "-17.9°C"],
])("%f °F is displayed as %s or %s", (temperatureF, fahrenheit, celsius) => {
  expect(fahrenheitText(temperatureF)).toBe(fahrenheit);
  expect(celsiusText(temperatureF)).toBe(celsius);
});
