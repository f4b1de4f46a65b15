import { z } from "zod";

/** The unit in which someone reads and enters temperatures. Everything is stored, sent and compared in °F. */
export const units = z.enum(["fahrenheit", "celsius"]);
export type Units = z.output<typeof units>;

/** The sign of each unit. Nothing else writes the one of Fahrenheit, so that no text is left out when the unit is another. */
export const degreeSigns = { fahrenheit: "°F", celsius: "°C" } as const satisfies Record<Units, string>;

/** A reading in °F, in a unit: whole °F (`72°F`), or °C with one decimal (`22.2°C`). */
export function temperatureText(temperatureF: number, unit: Units): string {
  return unit === "celsius"
    ? `${fixedText(toCelsius(temperatureF), 1)}${degreeSigns.celsius}`
    : `${fixedText(temperatureF, 0)}${degreeSigns.fahrenheit}`;
}

export function toCelsius(temperatureF: number): number {
  return ((temperatureF - 32) * 5) / 9;
}

/** A number with fixed decimals, without a minus sign for zero. */
export function fixedText(value: number, decimals: number): string {
  return value.toFixed(decimals).replace(/^-(?=[0.]+$)/, "");
}
