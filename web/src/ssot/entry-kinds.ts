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
import { call } from "../data/api/index.ts";

/** The two tables of station records. */
export type EntryKind = "ssot" | "replaceables";

type Kind = {
  /** The table's title. */
  title: string;
  /** The empty texts for the first station type and for the others. */
  empty: { first: string; others: string };
  csv: string;
  latestOf: (station: Station) => SavedEntry | null;
  fieldsOf: (metadata: StationTypeMetadata, entries: readonly SavedEntry[]) => SsotField[];
  send: (station: string, row: SsotRow, entry: Record<string, FieldValue>) => Promise<SavedEntry>;
  /** Loads the newest revision. */
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
      return (await call(saveSsotEntry, { params: { station }, headers: preconditionHeaders(row), body })).body;
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
      return (await call(saveReplaceables, { params: { station }, headers: preconditionHeaders(row), body })).body;
    },
    async load(name) {
      const query = { include_replaceables: true };
      const { body } = await call(getStation, { params: { station: name }, query, headers: {} });
      return body?.replaceables_latest ?? null;
    },
  },
};

/** The headers that say which revision a row is based on. */
function preconditionHeaders({ saved }: SsotRow) {
  const tag = { "if-match": revisionTag(saved?.created ?? null) };
  return saved === null ? tag : { ...tag, "if-unmodified-since": saved.created };
}
