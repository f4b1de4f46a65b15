import type { Brand } from "@groundcrew/shared/brand";
import type { ExistingItem, ImportValues, ReadableField, Reading } from "@groundcrew/shared/imports";
import { nextRevision } from "@groundcrew/shared/ssot";
import { builtInStationTypes } from "@groundcrew/shared/station-types";
import { newNameProblem, newStation, temperatureColumns } from "@groundcrew/shared/stations";
import { notesOfMove } from "../../audit/index.ts";
import { Problem } from "../../platform/http/index.ts";
import { inPieces, type Db } from "../../platform/db/index.ts";
import { selectPlaced } from "../../sites/index.ts";
import { namesIn, noteOf, problemsIn, readBy, readFlag, readOrganization, type ItemWrite, type Kind } from "./kind.ts";
import { missingPlace, placeNotesOf, placeStations, tagNames } from "./place-each.ts";
import { namedIn, organizationIn, placedFields, Places, withMove } from "./placed.ts";
import { keepNamed } from "./placed-queries.ts";
import {
  insertStations,
  lockStations,
  selectOrganizations,
  selectStations,
  updateStations,
  type StoredStation,
} from "./station-queries.ts";

/** The revision of a station that was not edited since it was added. */
const NEVER_EDITED = "new";

/** Stations, by their names. New ones are added; none is retired or put back in service, and none gets a password. */
export const stationsKind: Kind = {
  ignored: [
    "Online",
    "Last Online",
    "Status",
    "Readiness",
    "Readiness Since",
    "Reasons",
    "Charged",
    "Next Charged",
    ...temperatureColumns,
    "Swaps",
    "Errors Unresolved",
    "Firmware Version",
  ],

  async load(db, { brand }) {
    const organizations = await selectOrganizations(db);
    const places = await Places.load(db);
    const { provider } = brand;
    return {
      noun: "station",
      fields: fieldsOf(new Set(organizations.map(({ name }) => name)), placedFields(places, provider)),
      items: (await selectStations(db)).map(itemOf),
      add: (values) => newValues(values, brand),
      change: (item, values) => ({ values: withMove(item, values, { places, provider }) }),
    };
  },

  async lock(tx, lines) {
    await keepNamed(tx, namedIn(lines));
    await lockStations(tx, namesIn(lines));
  },

  async write(tx, writes, { author, now, brand }) {
    const names = writes.map(({ name }) => name);
    const before = await placesOf(tx, names);
    const organizations = new Map((await selectOrganizations(tx)).map(({ id, name }) => [name, id]));
    const rows = writes.map((write) => {
      const { name, item, values } = write;
      const org_id = organizations.get(organizationIn(values ?? item?.values ?? {}, brand.provider));
      if (org_id === undefined) throw new Problem(409, "An organization was renamed just now. Check the file again.");
      const row = { name, org_id, edited_by: author, ...ownValues(write, now) };
      return { ...row, item, edited: editOf(write, now) };
    });
    await inPieces(
      rows.filter(({ item }) => item === null),
      (piece) => insertStations(tx, piece),
    );
    await inPieces(
      rows.filter(({ item, edited }) => item !== null && edited !== null),
      (piece) => updateStations(tx, piece),
    );
    const placed = await placeStations(tx, writes);
    const after = await placesOf(tx, names);
    const notes = ({ name, item, ...row }: (typeof rows)[number]) => {
      const from = before.get(name)?.org_id ?? row.org_id;
      const saved = item && { ...ownFields(item.values ?? {}), org_id: from };
      const { edited: _edited, edited_by: _author, ...values } = row;
      return noteOf(`station ${name}`, row.org_id, { before: saved, after: values }).flatMap((note) =>
        notesOfMove({ ...note, from, to: row.org_id }),
      );
    };
    return {
      saved: rows.map(({ name, item, edited }) => {
        const place = after.get(name);
        const lastEdit = edited ?? item?.rev.split("#", 1)[0] ?? NEVER_EDITED;
        return { name, rev: revisionOf(lastEdit, place?.site ?? null, tagNames(place)) };
      }),
      audits: [
        ...placed,
        { action: "createStation", notes: rows.filter(({ item }) => item === null).flatMap(notes) },
        { action: "editStation", notes: rows.filter(({ item }) => item !== null).flatMap(notes) },
        { action: "bulkPlace", notes: placeNotesOf(names, before, after) },
      ],
      stations: names,
    };
  },

  async refuseUndo(db, writes, { brand: { provider } }) {
    const places = await Places.load(db);
    return missingPlace(writes, { places, provider });
  },
};

async function placesOf(tx: Db, names: readonly string[]) {
  return new Map((await selectPlaced(tx, names)).map((placed) => [placed.name, placed]));
}

/** The values of a station without those that are not in its own row. */
function ownFields({ organization_name: _name, site: _site, station_tags: _tags, ...values }: ImportValues) {
  return values;
}

/** The values that a row gets. Undoing an addition retires the station. */
function ownValues({ item, values }: ItemWrite, now: number) {
  return { ...ownFields(values ?? item?.values ?? {}), retired: values === null ? new Date(now).toISOString() : null };
}

/** The time of an edit of a station's own row; null if that stays, or is new. */
function editOf({ item, values }: ItemWrite, now: number): string | null {
  if (item === null) return null;
  const { site: _site, station_tags: _tags, ...saved } = item.values ?? {};
  const isSame = values !== null && Object.entries(saved).every(([field, value]) => values[field] === value);
  if (isSame) return null;
  const lastEdit = item.rev.split("#", 1)[0] ?? NEVER_EDITED;
  return nextRevision(lastEdit === NEVER_EDITED ? null : lastEdit, now);
}

/** The revision of a station: its last edit, and its site and tags, which are saved in other ways. */
function revisionOf(edited: string, site: string | null, tags: string): string {
  return `${edited}#${site ?? ""};${tags}`;
}

function itemOf({ name, retired, edited, edited_by, ...values }: StoredStation): ExistingItem {
  const rev = revisionOf(edited ?? NEVER_EDITED, values.site, values.station_tags);
  const item = { name, key: name, rev, by: edited_by, values };
  return retired === null ? item : { ...item, refusal: `${name} is retired.` };
}

const { serial_number, description, location_deployment, hexone_uri_base, shipped, api_version } = newStation.shape;

function fieldsOf(organizations: ReadonlySet<string>, placed: readonly ReadableField[]): ReadableField[] {
  const field = { titles: [], is_key: false };
  return [
    { ...field, name: "name", label: "Station", titles: ["Device Name"], is_key: true, read: readText },
    { ...field, name: "serial_number", label: "Serial Number", isUnique: true, read: readBy(serial_number) },
    { ...field, name: "station_type", label: "Type", titles: ["Station Type"], isNewOnly: true, read: readType },
    {
      ...field,
      name: "organization_name",
      label: "Organization",
      ends: "Moving a station ends its site, tags and maintenance, and cannot be undone here.",
      read: (text) => readOrganization(text, organizations),
    },
    ...placed,
    {
      ...field,
      name: "location_deployment",
      label: "Location",
      titles: ["Deploy Location"],
      read: readBy(location_deployment),
    },
    { ...field, name: "description", label: "Description", read: readBy(description) },
    { ...field, name: "hexone_uri_base", label: "Dashboard Address", read: readBy(hexone_uri_base) },
    { ...field, name: "shipped", label: "Shipped", read: readBy(shipped) },
    { ...field, name: "actual", label: "Actual", read: readFlag },
    { ...field, name: "version_api", label: "API Version", isNewOnly: true, read: readBy(api_version) },
  ];
}

function readText(text: string): Reading {
  return { value: text };
}

function readType(text: string): Reading {
  const written = text.trim().toLowerCase();
  const found = Object.entries(builtInStationTypes).find(
    ([type, { label }]) => type === written || label.toLowerCase() === written,
  );
  return found ? { value: found[0] } : { problem: "There is no such type of station." };
}

/** The values of a new station, or what it lacks. Without an organization it is the provider's. */
function newValues(values: ImportValues, brand: Brand) {
  const { organization_name = brand.provider, site = null, station_tags = "", version_api, ...given } = values;
  const { data, error } = newStation.safeParse({ ...given, api_version: version_api });
  if (error) return { reason: problemsIn(error) };
  const nameProblem = newNameProblem(data.name, brand);
  if (nameProblem !== null) return { reason: nameProblem };
  const { name: _name, api_version: version, org_id: _orgId, ...station } = data;
  return { values: { ...station, organization_name, site, station_tags, version_api: version } };
}
