import * as fc from "fast-check";
import { expect, test } from "vitest";
import { differenceText, enteredLimit, inUnits, shownLimit, temperatureLimitText } from "./temperature-limits.ts";
import { temperatureText } from "./units.ts";

// @spec 142.3
test.each([
  [72, "72°F", "22.2°C"],
  [71.6, "72°F", "22.0°C"],
  [32, "32°F", "0.0°C"],
  [31.99, "32°F", "0.0°C"],
  [-0.2, "0°F", "-17.9°C"],
])("%f °F is displayed as %s or %s", (temperatureF, fahrenheit, celsius) => {
  expect(temperatureText(temperatureF, "fahrenheit")).toBe(fahrenheit);
  expect(temperatureText(temperatureF, "celsius")).toBe(celsius);
});

test("a number that is entered in °C is shown again as it was entered", () => {
  fc.assert(
    fc.property(fc.integer({ min: -10_000, max: 20_000 }), (hundredths) => {
      const entered = hundredths / 100;
      expect(shownLimit(enteredLimit(entered, "celsius"), "celsius")).toBe(entered);
      expect(enteredLimit(shownLimit(entered, "fahrenheit"), "fahrenheit")).toBe(entered);
    }),
  );
});

test("a number that is entered and shown many times does not drift", () => {
  fc.assert(
    fc.property(fc.double({ min: -100, max: 200, noNaN: true }), (limitF) => {
      const shown = shownLimit(limitF, "celsius");
      const stored = enteredLimit(shown, "celsius");
      expect(enteredLimit(shownLimit(stored, "celsius"), "celsius")).toBe(stored);
    }),
  );
});

test.each([
  [40, 104],
  [41, 105.8],
  [40.5, 104.9],
  [-40, -40],
  [0, 32],
])("%f °C is stored as %f °F", (celsius, fahrenheit) => {
  expect(enteredLimit(celsius, "celsius")).toBe(fahrenheit);
  expect(shownLimit(fahrenheit, "celsius")).toBe(celsius);
});

test.each([
  ["107°F inside, limit 104°F", "41.7°C inside, limit 40°C"],
  ["Back at 102°F inside, ends at 101°F", "Back at 38.9°C inside, ends at 38.3°C"],
  ["Internal temperature below -40°F for 10 minutes", "Internal temperature below -40°C for 10 minutes"],
  ["Enter −40 to 200°F.", "Enter −40 to 93.3°C."],
  ["Offline for 10 to 20 minutes, 32°F inside", "Offline for 10 to 20 minutes, 0°C inside"],
  ["Battery in slot 3 at 61.0°C", "Battery in slot 3 at 61.0°C"],
])("%s in °C is: %s", (text, celsius) => {
  expect(inUnits(text, "celsius")).toBe(celsius);
  expect(inUnits(text, "fahrenheit")).toBe(text);
});

test("limits and differences are written without digits that mean nothing", () => {
  expect(temperatureLimitText(104.9 - 3)).toBe("101.9°F");
  expect(temperatureLimitText(104)).toBe("104°F");
  expect(differenceText(3, "fahrenheit")).toBe("3°F");
  expect(differenceText(3, "celsius")).toBe("1.7°C");
});
