import {
  revisionTag,
  saveReplaceables,
  saveSsotEntry,
  type FieldValue,
  type SavedEntry,
  type SsotRow,
} from "@groundcrew/shared/ssot";
import { replaceablesFields, ssotFields, type SsotField } from "@groundcrew/shared/ssot";
import type { StationTypeMetadata } from "@groundcrew/shared/station-types";
import { getStation, type Station } from "@groundcrew/shared/stations";
import { call } from "../api/index.ts";

/** The two tables of what is kept about stations. */
export type EntryKind = "ssot" | "replaceables";

type Kind = {
  /** What the table is called. */
  title: string;
  /** What stands instead of it when no station of the first type, or of another, is in it. */
  empty: { first: string; others: string };
  csv: string;
  latestOf: (station: Station) => SavedEntry | null;
  fieldsOf: (metadata: StationTypeMetadata, entries: readonly SavedEntry[]) => SsotField[];
  send: (station: string, row: SsotRow, entry: Record<string, FieldValue>) => Promise<SavedEntry>;
  /** The newest revision on the server. */
  load: (station: string) => Promise<SavedEntry | null>;
};

export const entryKinds: Record<EntryKind, Kind> = {
  ssot: {
    title: "Hardware Variation",
    empty: {
      first: "There are no stations with hardware variation data.",
      others: "Hardware variation information for this station type isn't available yet.",
    },
    csv: "HWVARIATION",
    latestOf: (station) => station.ssot_latest ?? null,
    fieldsOf: ({ ssot_labels }, entries) => ssotFields(ssot_labels, entries),
    async send(station, row, body) {
      return (await call(saveSsotEntry, { params: { station }, headers: madeFrom(row), body })).body;
    },
    async load(name) {
      const { body } = await call(getStation, {
        params: { station: name },
        query: { include_ssot: true },
        headers: {},
      });
      return body?.ssot_latest ?? null;
    },
  },
  replaceables: {
    title: "Replaceables",
    empty: {
      first: "There are no stations with replaceables data.",
      others: "Replaceables information for this station type isn't available yet.",
    },
    csv: "REPLACEABLES",
    latestOf: (station) => station.replaceables_latest ?? null,
    fieldsOf: ({ replaceables_labels }, entries) => replaceablesFields(replaceables_labels, entries),
    async send(station, row, entry) {
      const body = Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, value === true]));
      return (await call(saveReplaceables, { params: { station }, headers: madeFrom(row), body })).body;
    },
    async load(name) {
      const query = { include_replaceables: true };
      const { body } = await call(getStation, { params: { station: name }, query, headers: {} });
      return body?.replaceables_latest ?? null;
    },
  },
};

/** Says which revision a row was made from. */
function madeFrom({ saved }: SsotRow) {
  const tag = { "if-match": revisionTag(saved?.created ?? null) };
  return saved === null ? tag : { ...tag, "if-unmodified-since": saved.created };
}
