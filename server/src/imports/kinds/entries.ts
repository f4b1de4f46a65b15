import {
  cleanValue,
  fieldText,
  nextRevision,
  replaceablesFields,
  ssotFields,
  type FieldValue,
  type SavedEntry,
  type SsotField,
} from "@groundcrew/shared/ssot";
import type { ExistingItem, ImportValues, ReadableField } from "@groundcrew/shared/imports";
import { builtInStationTypes, type StationTypeMetadata } from "@groundcrew/shared/station-types";
import { inPieces } from "../../platform/db/index.ts";
import { insertRevisions, selectLatest, type RevisionTable, type StationEntry } from "../../ssot/index.ts";
import { namesIn, noteOf, readBy, readFlag, type Kind } from "./kind.ts";
import { lockStations, selectOrganizationIds } from "./station-queries.ts";

/** The revision of a station without an entry. */
const NO_ENTRY = "none";

/** The Hardware Variation of the stations of a type. */
export const ssotKind = entriesKind("ssot_entries", "saveSsotEntry", ({ ssot_labels }, entries) =>
  ssotFields(ssot_labels, entries),
);

/** Their replaceables. */
export const replaceablesKind = entriesKind(
  "replaceables_entries",
  "saveReplaceables",
  ({ replaceables_labels }, entries) => replaceablesFields(replaceables_labels, entries),
);

type FieldsOf = (metadata: StationTypeMetadata, entries: readonly SavedEntry[]) => readonly SsotField[];

/** Entries of stations of one type, by serial number. A line adds the first entry of a station, or a revision. */
function entriesKind(table: RevisionTable, action: string, fieldsOf: FieldsOf): Kind {
  return {
    ignored: ["Dashboard ID"],

    async load(db, { stationType }) {
      const stations = await selectLatest(db, table, stationType);
      const entries = stations.flatMap(({ created, entry }) => (entry && created ? [{ ...entry, created }] : []));
      const fields = fieldsOf(builtInStationTypes[stationType], entries);
      return {
        noun: "station",
        fields: [KEY, ...fields.map(readableField)],
        items: stations.map(itemOf),
        add: () => ({ reason: "" }),
      };
    },

    lock: (tx, lines) => lockStations(tx, namesIn(lines)),

    async write(tx, writes, { author, now }) {
      const revisions = writes.map(({ name, item, values }) => {
        const created = nextRevision(item === null || item.rev === NO_ENTRY ? null : item.rev, now);
        return { station_name: name, created, author, entry: entryOf(values ?? {}) };
      });
      await inPieces(revisions, (piece) => insertRevisions(tx, table, piece));
      const names = writes.map(({ name }) => name);
      const orgIds = await selectOrganizationIds(tx, names);
      const notes = writes.flatMap(({ name, item, values }) =>
        noteOf(`station ${name}`, orgIds.get(name) ?? null, { before: item?.values ?? {}, after: values ?? {} }),
      );
      return {
        saved: revisions.map(({ station_name, created }) => ({ name: station_name, rev: created })),
        audits: [{ action, notes }],
        stations: names,
      };
    },
  };
}

/** No field of an entry has a name with a space. */
const KEY: ReadableField = {
  name: "Serial Number",
  label: "Serial Number",
  titles: [],
  is_key: true,
  read: (value) => ({ value }),
};

function readableField({ name, label, kind }: SsotField): ReadableField {
  const read = kind === "flag" ? readFlag : readBy(fieldText.transform((text) => String(cleanValue(name, text))));
  return { name, label, titles: [], is_key: false, read };
}

function itemOf({ name, serial_number, retired, created, author, entry }: StationEntry): ExistingItem {
  const item = { name, key: serial_number, rev: created ?? NO_ENTRY, by: author, values: entry };
  return retired === null ? item : { ...item, refusal: `${serial_number} is retired.` };
}

function entryOf(values: ImportValues): Record<string, FieldValue> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) => (value === null ? [] : [[field, value] as const])),
  );
}
