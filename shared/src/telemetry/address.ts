import type { LocationData } from "./status.ts";

/**
 * The address a station's internet connection gives: `12 Main Street, Boulder, Boulder County, Colorado, 80301, United
 * States`. Null when there is none, or when the look-up failed.
 */
export function addressText(of: LocationData | undefined): string | null {
  if (!of || of.error) return null;
  const street = [of.house_number, of.road].filter(Boolean).join(" ");
  const place = of.city ?? of.town ?? of.village;
  const parts = [street, place, of.county, of.state, of.postcode, of.country].filter(Boolean);
  return parts.length === 0 ? null : parts.join(", ");
}
