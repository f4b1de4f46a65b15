import { z } from "zod";

/** The unit in which someone reads and enters temperatures. Everything is stored, sent and compared in °F. */
export const units = z.enum(["fahrenheit", "celsius"]);
export type Units = z.output<typeof units>;

/** The sign of each unit. Nothing else writes the one of Fahrenheit, so that no text is left out when the unit is another. */
export const degreeSigns = { fahrenheit: "°F", celsius: "°C" } as const satisfies Record<Units, string>;

/** A reading in °F, in a unit: whole °F (`72°F`), or °C with one decimal (`22.2°C`). */
export function temperatureText(temperatureF: number, unit: Units): string {
  return unit === "celsius"
    ? `${fixedText(((temperatureF - 32) * 5) / 9, 1)}${degreeSigns.celsius}`
    : `${fixedText(temperatureF, 0)}${degreeSigns.fahrenheit}`;
}

/** A limit in °F as texts that are stored or sent name it: `104°F`, `105.8°F`. */
export function temperatureLimitText(limitF: number): string {
  return `${rounded(limitF, 2)}${degreeSigns.fahrenheit}`;
}

/**
 * A text of the product with its temperatures in a unit: `104°F inside, limit 100°F` is `40°C inside, limit 37.8°C`, and `−40 to 200°F` is
 * `−40 to 93.3°C`. Not for what people have written.
 */
export function inUnits(text: string, unit: Units): string {
  if (unit === "fahrenheit") return text;
  return text.replaceAll(
    /(?:([-−]?[\d.]+) to )?([-−]?[\d.]+)°F/g,
    (_, from: string | undefined, to: string) =>
      [from, to].flatMap((limit) => (limit === undefined ? [] : celsiusOf(limit))).join(" to ") + degreeSigns.celsius,
  );
}

function celsiusOf(text: string): string {
  const celsius = rounded(shownLimit(Number(text.replace("−", "-")), "celsius"), 1);
  return text.startsWith("−") ? String(celsius).replace("-", "−") : String(celsius);
}

/** A limit in °F as the number that a field shows. */
export function shownLimit(limitF: number, unit: Units): number {
  return unit === "celsius" ? rounded(((limitF - 32) * 5) / 9, 2) : limitF;
}

/** The limit in °F that a number in a field means. With up to two decimals, `shownLimit` of it is that number again. */
export function enteredLimit(shown: number, unit: Units): number {
  return unit === "celsius" ? rounded((shown * 9) / 5 + 32, 3) : shown;
}

/** A difference in °F, in a unit: `3°F`, or `1.7°C`. */
export function differenceText(differenceF: number, unit: Units): string {
  return `${unit === "celsius" ? rounded((differenceF * 5) / 9, 1) : differenceF}${degreeSigns[unit]}`;
}

/** Rounded, without a minus sign for zero. */
function rounded(value: number, decimals: number): number {
  return Number(fixedText(value, decimals));
}

/** A number with fixed decimals, without a minus sign for zero. */
function fixedText(value: number, decimals: number): string {
  return value.toFixed(decimals).replace(/^-(?=[0.]+$)/, "");
}
