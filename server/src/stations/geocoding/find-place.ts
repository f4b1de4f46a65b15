import type { Coordinates } from "@groundcrew/shared/stations";
import type { Place, Places } from "./places.ts";
import { wordsOf } from "./words.ts";

/** The position of a place in an address. `isWhole` is true for a place alone ("Boulder, Colorado"), false when a street precedes it. */
export type FoundPlace = Coordinates & { isWhole: boolean };

/**
 * The settlement in an address, read from narrow to wide as addresses are written. The parts after its name must match: "Paris, Texas"
 * means no Paris of another region. Of several, the one that matches more of the address, then the largest. Null when none is known.
 */
export function findPlace(address: string, places: Places): FoundPlace | null {
  const parts = address
    .split(",")
    .map((part) => wordsOf(part))
    .filter((words) => words.length > 0);
  for (const [at, words] of parts.entries()) {
    const found = best(words, { wider: parts.slice(at + 1).map((part) => part.join(" ")), places });
    if (found) return { lat: found.lat, lng: found.lng, isWhole: at === 0 };
  }
  return null;
}

type Around = { wider: readonly string[]; places: Places };

/** A part may include the region ("Boulder CO"), but starts with the settlement. */
function best(words: readonly string[], { wider, places }: Around): Place | null {
  for (let length = words.length; length > 0; length -= 1) {
    const named = places.byName.get(words.slice(0, length).join(" ")) ?? [];
    const tail = words.slice(length).join(" ");
    const regions = tail === "" ? wider : [tail, ...wider];
    const fitting = named.flatMap((place) => {
      if (tail !== "" && !place.regions.has(tail)) return [];
      const known = regions.filter((region) => places.regions.has(region));
      return known.every((region) => place.regions.has(region)) ? [place] : [];
    });
    const [largest] = fitting.toSorted((one, other) => other.population - one.population);
    if (largest) return largest;
  }
  return null;
}
