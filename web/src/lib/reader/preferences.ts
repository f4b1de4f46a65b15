import { temperatureText, type Units } from "@groundcrew/shared/lib";
import { pageValue } from "../../page/index.ts";

/** The zone in which the user of the page reads times. */
export const zoneChoice = pageValue<"browser" | "station" | "utc">(() => "browser");

/** The zone of the station that the page is about, while it is read in it. */
export const stationZone = pageValue<string | null>(() => null);

/** The unit in which the user of the page reads temperatures. */
export const shownUnit = pageValue<Units>(() => "fahrenheit");

/** Texts of the product are made in °F. */
const conversion = pageValue<((text: string) => string) | null>(() => null);

/** Shows temperatures in a unit from now on. */
export async function showUnit(unit: Units): Promise<void> {
  const text = unit === "celsius" ? (await import("./celsius-text.ts")).celsiusText : null;
  conversion.set(text);
  shownUnit.set(unit);
}

/** The key of the page, which is made again when the user reads times or temperatures otherwise. */
export const readingKey = pageValue(() => "");

/** A reading in °F, as the user reads it. */
export function shownTemperature(temperatureF: number): string {
  return temperatureText(temperatureF, shownUnit.get());
}

/** A text of the product, with its temperatures as the user reads them. */
export function shownText(text: string): string {
  return conversion.get()?.(text) ?? text;
}
