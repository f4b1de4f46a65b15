import { MAX_NAMED_STATIONS } from "@groundcrew/shared/live";
import { timestamp, type Timestamp } from "@groundcrew/shared/lib";
import { stationName } from "@groundcrew/shared/stations";
import { z } from "zod";

/** Optional parts of the rows of a list that the stream can include. */
export const livePart = z.enum(["config", "ssot", "replaceables"]);
export type LivePart = z.output<typeof livePart>;

/** The need of one part of a page for the stream. */
export type LiveNeed =
  /** Changes of a list of stations with these parts: its `X-As-Of`, null while there is none. `isLoading` while a request for it is running. */
  | { kind: "list"; parts: readonly LivePart[]; asOf: Timestamp | null; isLoading: boolean }
  /** Notice of each row of the list that changes. */
  | { kind: "rows" }
  /** Notice of each message of a station. */
  | { kind: "station"; name: string };

/** The total needs of a tab's page. */
export const tabNeeds = z.object({
  parts: z.array(livePart),
  names: z.array(stationName),
  /** True if a list is shown, and the newest time of one. */
  hasList: z.boolean(),
  asOf: timestamp.nullable(),
  isLoading: z.boolean(),
  /** True if pages of a list are shown. */
  rows: z.boolean(),
});
export type TabNeeds = z.output<typeof tabNeeds>;

/** A page's address may name anything. */
const isStationName = (name: string) => stationName.safeParse(name).success;

export function needsOf(needs: readonly LiveNeed[]): TabNeeds {
  const lists = needs.filter((need) => need.kind === "list");
  const names = needs.flatMap((need) => (need.kind === "station" && isStationName(need.name) ? need.name : []));
  return unionOf(
    [{ ...NO_NEEDS, names, rows: needs.some(({ kind }) => kind === "rows") }].concat(
      lists.map(({ parts, asOf, isLoading }) => {
        return { parts: [...parts], names: [], hasList: true, asOf, isLoading, rows: false };
      }),
    ),
  );
}

const NO_NEEDS: TabNeeds = { parts: [], names: [], hasList: false, asOf: null, isLoading: false, rows: false };

/** The needs of several tabs together. */
export function unionOf(tabs: readonly TabNeeds[]): TabNeeds {
  const times = tabs.flatMap(({ asOf }) => asOf ?? []);
  return {
    parts: [...new Set(tabs.flatMap(({ parts }) => parts))].toSorted(),
    names: [...new Set(tabs.flatMap(({ names }) => names))].slice(0, MAX_NAMED_STATIONS).toSorted(),
    hasList: tabs.some(({ hasList }) => hasList),
    // A list that is older requests its changes once.
    asOf: times.toSorted().at(-1) ?? null,
    isLoading: tabs.some(({ isLoading }) => isLoading),
    rows: tabs.some(({ rows }) => rows),
  };
}

/** True if a stream that was opened for `open` also has all that is `wanted`. */
export function isCovered(wanted: TabNeeds, open: TabNeeds): boolean {
  return (
    wanted.parts.every((part) => open.parts.includes(part)) &&
    wanted.names.every((name) => open.names.includes(name)) &&
    (open.hasList || !wanted.hasList) &&
    (open.rows || !wanted.rows)
  );
}
