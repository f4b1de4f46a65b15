import type { ReactNode } from "react";
import { foldText } from "@groundcrew/shared/lib";
import type { Station } from "@groundcrew/shared/stations";
import type { Icon } from "@tabler/icons-react";
import type { StationDialog } from "../station/index.ts";

/** Where an item leads, or what it does. */
export type Effect =
  | { kind: "page"; href: string }
  | { kind: "dialog"; dialog: StationDialog }
  | { kind: "images"; station: Station; areLightsOn: boolean }
  | { kind: "keys" }
  /** Presses a button of the page. */
  | { kind: "press"; onPress: () => void }
  /** Lists the actions on a station. */
  | { kind: "actions"; station: Station };

export type Item = {
  /** Different from that of every other item. */
  id: string;
  icon: Icon;
  label: string;
  about?: string;
  /** At the right. */
  aside?: ReactNode;
  /** Why it cannot be done now. */
  reason?: string | undefined;
  /** The station that it is, whose actions Tab lists. */
  station?: Station;
  effect: Effect;
};

/** True if an item can be chosen now. */
export function canDo({ reason }: Item): boolean {
  return reason === undefined;
}

export type Section = {
  label: string;
  items: readonly Item[];
  /** How many there are in all. */
  count?: string;
  /** True until its items are known. */
  isSearching?: boolean;
};

/**
 * The sections to display: those without items are left out, and so are those after one that is still searched. So what arrives is always
 * below what is displayed already, and nothing that someone is about to choose moves.
 */
export function visibleSections(sections: readonly Section[]): readonly Section[] {
  const searching = sections.findIndex(({ isSearching }) => isSearching);
  const known = searching < 0 ? sections : sections.slice(0, searching + 1);
  return known.filter(({ items, isSearching }) => items.length > 0 || isSearching);
}

export type TypedQuery = { only: "actions" | "entries" | null; query: string };

/** The search that is typed: everything, only actions after `>`, or only support log entries after `#`. */
export function typedQuery(text: string): TypedQuery {
  const trimmed = text.trim();
  if (trimmed.startsWith(">")) return { only: "actions", query: trimmed.slice(1).trim() };
  if (trimmed.startsWith("#")) return { only: "entries", query: trimmed.slice(1).trim() };
  return { only: null, query: trimmed };
}

/** The items whose label or what is said about it has each word of a query, in any case and without accents. */
export function matchingItems(items: readonly Item[], query: string): readonly Item[] {
  const words = foldText(query).split(/\s+/);
  return items.filter(({ label, about = "" }) => {
    const text = foldText(`${label} ${about}`);
    return words.every((word) => text.includes(word));
  });
}

/** A text in three parts, of which the second one is what a query found; null if the query is not in it as it was typed. */
export function markedParts(text: string, query: string): readonly [string, string, string] | null {
  const [folded, wanted] = [foldText(text), foldText(query)];
  // Folding some letters changes the length of a text.
  if (wanted === "" || folded.length !== text.length) return null;
  const start = folded.indexOf(wanted);
  if (start < 0) return null;
  const end = start + wanted.length;
  return [text.slice(0, start), text.slice(start, end), text.slice(end)];
}
