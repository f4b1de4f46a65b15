import type { Brand } from "@groundcrew/shared/brand";
import type { ExistingItem, ImportValues, ReadableField, Reading } from "@groundcrew/shared/imports";
import { nextRevision } from "@groundcrew/shared/ssot";
import { builtInStationTypes } from "@groundcrew/shared/station-types";
import { newNameProblem, newStation } from "@groundcrew/shared/stations";
import { Problem } from "../../platform/http/index.ts";
import { inPieces } from "../../platform/db/index.ts";
import { problemsIn, readBy, readFlag, type ItemWrite, type Kind } from "./kind.ts";
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
    "Site",
    "Tags",
    "Online",
    "Last Online",
    "Status",
    "Readiness",
    "Readiness Since",
    "Reasons",
    "Charged",
    "Next Charged",
    "Temperature (°F)",
    "Swaps",
    "Errors Unresolved",
    "Firmware Version",
  ],

  async load(db, { brand }) {
    const organizations = await selectOrganizations(db);
    return {
      noun: "station",
      fields: fieldsOf(new Set(organizations.map(({ name }) => name))),
      items: (await selectStations(db)).map(itemOf),
      add: (key, values) => newValues(key, values, brand),
    };
  },

  lock: lockStations,

  async write(tx, writes, { author, now, brand }) {
    const organizations = new Map((await selectOrganizations(tx)).map(({ id, name }) => [name, id]));
    const rows = writes.map(({ name, item, values }) => {
      const org_id = organizations.get(String((values ?? item?.values)?.["organization_name"] ?? brand.provider));
      if (org_id === undefined) throw new Problem(409, "An organization was renamed just now. Check the file again.");
      return { ...rowOf({ name, item, values }, now), org_id, edited_by: author };
    });
    await inPieces(
      rows.filter(({ edited }) => edited === null),
      (piece) => insertStations(tx, piece),
    );
    await inPieces(
      rows.filter(({ edited }) => edited !== null),
      (piece) => updateStations(tx, piece),
    );
    return new Map(rows.map(({ name, edited }) => [name, edited ?? NEVER_EDITED]));
  },
};

/** The columns of a station that is saved. Undoing an addition retires it. */
function rowOf({ name, item, values }: ItemWrite, now: number) {
  const lastEdit = item === null || item.rev === NEVER_EDITED ? null : item.rev;
  return {
    ...(values ?? item?.values),
    name,
    edited: item && nextRevision(lastEdit, now),
    retired: values === null ? new Date(now).toISOString() : null,
  };
}

function itemOf({ name, retired, edited, edited_by, ...values }: StoredStation): ExistingItem {
  const item = { name, key: name, rev: edited ?? NEVER_EDITED, by: edited_by, values };
  return retired === null ? item : { ...item, refusal: `${name} is retired.` };
}

const { serial_number, description, location_deployment, hexone_uri_base, shipped, api_version } = newStation.shape;

function fieldsOf(organizations: ReadonlySet<string>): ReadableField[] {
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

function readOrganization(text: string, names: ReadonlySet<string>): Reading {
  const name = text.trim();
  return names.has(name) ? { value: name } : { problem: "There is no such organization." };
}

/** The values of a new station, or what it lacks. Without an organization it is the provider's. */
function newValues(name: string, values: ImportValues, brand: Brand) {
  const { organization_name = brand.provider, version_api, ...given } = values;
  const { data, error } = newStation.safeParse({ ...given, name, api_version: version_api });
  if (error) return { reason: problemsIn(error) };
  const nameProblem = newNameProblem(name, brand);
  if (nameProblem !== null) return { reason: nameProblem };
  const { name: _name, api_version: version, org_id: _orgId, ...station } = data;
  return { values: { ...station, organization_name, version_api: version } };
}
