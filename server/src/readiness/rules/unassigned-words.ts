import { systemWord } from "@groundcrew/shared/readiness";
import { stationType, type StationType } from "@groundcrew/shared/telemetry";
import type { BoardRow } from "../../stations/index.ts";
import type { RuleBook } from "./rule-book.ts";

/** The most words that are listed. */
const WORDS_MAX = 200;

/** Words of `system` that stations report now and that no rule of theirs assigns, by station type, most stations first. */
export function unassignedWords(
  rows: readonly BoardRow[],
  rules: RuleBook,
): { station_type: StationType; word: string; stations: number }[] {
  const counts = new Map<string, { station_type: StationType; word: string; stations: number }>();
  for (const { entry } of rows) {
    const { facts, snapshot } = entry;
    const word = systemWord(snapshot.readings?.system ?? null);
    if (word === null || rules.of(facts).words.has(word)) continue;
    const key = `${facts.station_type} ${word}`;
    const count = counts.get(key) ?? { station_type: facts.station_type, word, stations: 0 };
    count.stations += 1;
    counts.set(key, count);
  }
  const order = (type: StationType) => stationType.options.indexOf(type);
  return [...counts.values()]
    .sort(
      (one, other) =>
        order(one.station_type) - order(other.station_type) ||
        other.stations - one.stations ||
        (one.word < other.word ? -1 : 1),
    )
    .slice(0, WORDS_MAX);
}
