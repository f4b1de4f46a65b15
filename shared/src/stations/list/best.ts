import { foldText } from "../../lib/index.ts";
import type { Haystack } from "./search.ts";

type Ranked<S> = { station: S; rank: number; text: string };

type Best<S> = {
  query: string;
  /** The searched text of a station, which begins with its serial number and a bar. */
  textOf: (station: S) => Haystack["rest"];
  count: number;
};

/**
 * The first of the stations that a search found: that with exactly this title, those whose title begins with it or has it, then the others;
 * each by their title.
 */
export function bestStations<S>(found: Iterable<S>, { query, textOf, count }: Best<S>): readonly S[] {
  const wanted = foldText(query);
  const best: Ranked<S>[] = [];
  for (const station of found) {
    const text = textOf(station);
    const ranked = { station, text, rank: rankOf(text, wanted) };
    const last = best.at(-1);
    if (best.length === count && last && !isBefore(ranked, last)) continue;
    const place = best.findIndex((other) => isBefore(ranked, other));
    best.splice(place < 0 ? best.length : place, 0, ranked);
    best.length = Math.min(best.length, count);
  }
  return best.map((one) => one.station);
}

function rankOf(text: string, wanted: string): number {
  if (text.startsWith(`${wanted}|`)) return 0;
  if (text.startsWith(wanted)) return 1;
  const at = text.indexOf(wanted);
  return at >= 0 && at < text.indexOf("|") ? 2 : 3;
}

function isBefore<S>(one: Ranked<S>, other: Ranked<S>): boolean {
  return one.rank === other.rank ? one.text < other.text : one.rank < other.rank;
}
