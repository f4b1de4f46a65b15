import type { LocationData } from "./readings/status.ts";

/**
 * The address of a station, from its internet connection: `12 Main Street, Boulder, Boulder County, Colorado, 80301, United States`. Null
 * when there is none, or when the lookup failed.
 */
export function addressText(location: LocationData | undefined): string | null {
  if (!location || location.error) return null;
  const street = [location.house_number, location.road].filter(Boolean).join(" ");
  const city = location.city ?? location.town ?? location.village;
  const parts = [street, city, location.county, location.state, location.postcode, location.country].filter(Boolean);
  return parts.length === 0 ? null : parts.join(", ");
}
