import type { Station } from "@groundcrew/shared/stations";
import type { ListRow } from "../../data/pages/index.ts";

export type { ListRow };

/** How many stations of a group are in some states. */
export type GroupCounts = Record<"online" | "notReady" | "withErrors" | "maintained", number>;

/** A group of a list. Without `counts`, they are those of its stations; null while they are not known. */
export type ListGroup = {
  key: string;
  label: string;
  stations: readonly ListRow[];
  counts?: GroupCounts | null;
  /** Selects all of its stations or, if all of them are, none. Without it, these are its loaded stations. */
  select?: (names: ReadonlySet<string>) => void;
  /** How many of some stations are in it. */
  countOf?: (names: ReadonlySet<string>) => number;
};

/** Finds the newest values of a listed station. */
export type CurrentRows = { get: (name: string) => Station | undefined };
