import { foldText } from "../../lib/index.ts";
import type { Station } from "../station.ts";

/** The searched text of a station, folded once. Fields are joined by a character that no term can contain. */
export type Haystack = { name: string; rest: string };

type Searched = Pick<Station, "name" | "serial_number" | "location_deployment" | "description" | "organization_name">;

/** The searched text of a station (specification, section 5, "Search"). */
export function haystackOf(station: Searched): Haystack {
  const rest = [station.serial_number, station.location_deployment, station.description, station.organization_name];
  return { name: foldText(station.name), rest: foldText(rest.join("|")) };
}

/** Minimum length of a term that is searched in a station's name. */
const NAME_TERM_MIN = 4;

type SearchTerm = { term: string; negated: boolean };

/**
 * Compiles a search text: `|` or `,` separate alternatives, `&` separates parts that must all match, a leading `!` negates a part. Terms
 * are trimmed, match anywhere, and ignore case and accents; only terms of 4 or more characters are searched in the name. An empty term
 * matches everything, or nothing when negated.
 */
export function compileSearch(text: string): (haystack: Haystack) => boolean {
  const alternatives: SearchTerm[][] = [];
  for (const alternative of foldText(text).split(/[|,]/)) {
    const parts = readParts(alternative);
    if (!isPossible(parts)) continue;
    const terms = withoutEmpty(parts);
    if (terms.length === 0) return () => true;
    alternatives.push(terms);
  }
  return (haystack) => alternatives.some((terms) => terms.every((term) => matches(term, haystack)));
}

/** The search while someone types: the text without a trailing separator that has no term yet, which would match everything. */
export function typedSearch(text: string): string {
  let end = text.trimEnd().length;
  while (end > 0 && "|,&".includes(text.charAt(end - 1))) end = text.slice(0, end - 1).trimEnd().length;
  return text.slice(0, end);
}

function readParts(alternative: string): SearchTerm[] {
  return alternative.split("&").map((part) => {
    const trimmed = part.trim();
    const negated = trimmed.startsWith("!");
    return { term: negated ? trimmed.slice(1).trim() : trimmed, negated };
  });
}

function isPossible(parts: readonly SearchTerm[]): boolean {
  return !parts.some(({ term, negated }) => term === "" && negated);
}

function withoutEmpty(parts: readonly SearchTerm[]): SearchTerm[] {
  return parts.filter(({ term }) => term !== "");
}

function matches({ term, negated }: SearchTerm, { name, rest }: Haystack): boolean {
  const found = rest.includes(term) || (term.length >= NAME_TERM_MIN && name.includes(term));
  return found !== negated;
}
