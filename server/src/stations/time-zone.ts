/** A city by what its time zone is known from. */
type City = { lat: number; lng: number; timezone: string };

/** Coordinates in degrees. */
type Coordinates = { lat: number; lng: number };

/** A station further from any city than this is in no known time zone. */
const NEAR_KM = 300;
const KM_PER_DEGREE = 111;

let loading: Promise<readonly City[]> | undefined;
const known = new Map<string, string | null>();

/** The IANA time zone of the city nearest to a place, such as `America/Denver`; null where there is none within 300 km. */
export async function timeZoneAt({ lat, lng }: Coordinates): Promise<string | null> {
  const key = `${lat.toFixed(1)} ${lng.toFixed(1)}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  // Loaded on first use, because the list takes some megabytes.
  loading ??= import("city-timezones").then(({ cityMapping }) => cityMapping);
  const zone = nearest(await loading, { lat, lng });
  known.set(key, zone);
  return zone;
}

function nearest(cities: readonly City[], place: Coordinates): string | null {
  let zone: string | null = null;
  let least = NEAR_KM;
  for (const city of cities) {
    const km = distanceKm(city, place);
    if (km > least) continue;
    least = km;
    zone = city.timezone;
  }
  return zone;
}

/** Good enough to compare distances of some hundred kilometers. */
function distanceKm(one: Coordinates, other: Coordinates): number {
  const latitude = ((one.lat + other.lat) / 2) * (Math.PI / 180);
  const degrees = Math.abs(one.lng - other.lng);
  const east = Math.min(degrees, 360 - degrees) * Math.cos(latitude);
  return Math.hypot(one.lat - other.lat, east) * KM_PER_DEGREE;
}
