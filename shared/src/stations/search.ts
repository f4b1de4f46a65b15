import { foldText } from "../lib/index.ts";
import type { Station } from "./station.ts";

/**
 * What a search looks through, folded once for each station. Fields are joined by a character no term can hold.
 */
export type Haystack = { name: string; rest: string };

type Searched = Pick<Station, "name" | "serial_number" | "location_deployment" | "description" | "organization_name">;

/** The text of a station that a search looks through (specification, section 5, "Search"). */
export function haystackOf(of: Searched): Haystack {
  const rest = [of.serial_number, of.location_deployment, of.description, of.organization_name];
  return { name: foldText(of.name), rest: foldText(rest.join("|")) };
}

/** Shortest term that is looked for in a station's name. */
const NAME_TERM_MIN = 4;

type Part = { term: string; negated: boolean };

/**
 * Compiles a search text: `|` or `,` separate alternatives, `&` separates parts that must all match, a leading `!`
 * negates a part. Terms are trimmed and found anywhere, whatever their case and accents; the name is looked at only by terms of 4
 * characters or more. An empty term matches everything, or nothing when negated.
 */
export function compileSearch(text: string): (haystack: Haystack) => boolean {
  const alternatives = foldText(text).split(/[|,]/).map(readParts).filter(isPossible).map(withoutEmpty);
  if (alternatives.some((parts) => parts.length === 0)) return () => true;
  return (haystack) => alternatives.some((parts) => parts.every((part) => matches(part, haystack)));
}

/**
 * What the search box searches for while someone types: the text without a separator or `!` that still waits for its
 * term, which would match everything or nothing.
 */
export function typedSearch(text: string): string {
  let end = text.trimEnd().length;
  while (end > 0 && waitsForTerm(text, end)) end = text.slice(0, end - 1).trimEnd().length;
  return text.slice(0, end);
}

function readParts(alternative: string): Part[] {
  return alternative.split("&").map((part) => {
    const trimmed = part.trim();
    const negated = trimmed.startsWith("!");
    return { term: negated ? trimmed.slice(1).trim() : trimmed, negated };
  });
}

function isPossible(parts: readonly Part[]): boolean {
  return !parts.some(({ term, negated }) => term === "" && negated);
}

function withoutEmpty(parts: readonly Part[]): Part[] {
  return parts.filter(({ term }) => term !== "");
}

function matches({ term, negated }: Part, { name, rest }: Haystack): boolean {
  const found = rest.includes(term) || (term.length >= NAME_TERM_MIN && name.includes(term));
  return found !== negated;
}

function waitsForTerm(text: string, end: number): boolean {
  const last = text.charAt(end - 1);
  if ("|,&".includes(last)) return true;
  if (last !== "!") return false;
  const before = text.slice(0, end - 1).trimEnd();
  return before === "" || "|,&".includes(before.charAt(before.length - 1));
}
