import { degreeSigns, fixedText, toCelsius, type Units } from "./units.ts";

/** A limit in °F as texts that are stored or sent name it: `104°F`, `105.8°F`. */
export function temperatureLimitText(limitF: number): string {
  return `${rounded(limitF, 2)}${degreeSigns.fahrenheit}`;
}

/** A limit in °F as the number that a field shows. */
export function shownLimit(limitF: number, unit: Units): number {
  return unit === "celsius" ? rounded(toCelsius(limitF), 2) : limitF;
}

/** The limit in °F that a number in a field means. With up to two decimals, `shownLimit` of it is that number again. */
export function enteredLimit(shown: number, unit: Units): number {
  return unit === "celsius" ? rounded((shown * 9) / 5 + 32, 3) : shown;
}

/** A difference in °F, in a unit: `3°F`, or `1.7°C`. */
export function differenceText(differenceF: number, unit: Units): string {
  return `${unit === "celsius" ? rounded((differenceF * 5) / 9, 1) : differenceF}${degreeSigns[unit]}`;
}

/**
 * A text of the product with its temperatures in a unit: `104°F inside, limit 100°F` is `40°C inside, limit 37.8°C`, and `−40 to 200°F` is
 * `−40 to 93.3°C`. Not for what people have written. Alerts store sentences without their numbers, which would need columns for each kind of rule.
 */
export function inUnits(text: string, unit: Units): string {
  if (unit === "fahrenheit") return text;
  return text.replaceAll(
    /(?:([-−]?\d{1,4}(?:\.\d{1,3})?) to )?([-−]?\d{1,4}(?:\.\d{1,3})?)°F/g,
    (_, from: string | undefined, to: string) =>
      [from, to].flatMap((limit) => (limit === undefined ? [] : celsiusOf(limit))).join(" to ") + degreeSigns.celsius,
  );
}

function celsiusOf(text: string): string {
  const celsius = String(rounded(toCelsius(Number(text.replace("−", "-"))), 1));
  return text.startsWith("−") ? celsius.replace("-", "−") : celsius;
}

/** Rounded, without a minus sign for zero. */
function rounded(value: number, decimals: number): number {
  return Number(fixedText(value, decimals));
}
