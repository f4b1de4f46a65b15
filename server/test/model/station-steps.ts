import { DAY_MS, HOUR_MS } from "@groundcrew/shared/lib";
import { endMaintenance, startMaintenance } from "@groundcrew/shared/maintenance";
import { revisionTag, saveSsotEntry } from "@groundcrew/shared/ssot";
import { createStation, editStation } from "@groundcrew/shared/stations";
import { seesOrg, type Caller, type State } from "./state.ts";
import { idIn, pick, type Planned, type Step } from "./step.ts";
import type { World } from "./world.ts";

/** The tag of a revision that no station has. */
const NEVER = '"2020-01-01T00:00:00.000Z"';

export function creating({ state, unique }: World, { one, other }: Step): Planned {
  const { stations, orgs } = state;
  const number = unique();
  const taken = one % 5 === 0 ? stations[0] : undefined;
  const name = taken?.name ?? `gc-${number.toString(16).padStart(12, "0")}`;
  const org = pick(orgs, other) ?? 0;
  const body = { name, serial_number: `Serial ${number}`, api_version: "1.0.0", org_id: org, description: "New" };
  return {
    endpoint: createStation,
    request: { body },
    status: taken ? 409 : 201,
    apply: () =>
      void stations.push({
        name,
        serial: body.serial_number,
        org,
        description: "New",
        isRetired: false,
        edited: revisionTag(null),
        ssot: [],
      }),
  };
}

export function editing({ state }: World, { does, one, other, based }: Step): Planned | undefined {
  const station = pick(state.stations, one);
  if (!station) return undefined;
  const after = { ...station };
  if (does === "editStation") after.description = `Edited ${other}`;
  if (does === "moveStation") after.org = pick(state.orgs, other) ?? 0;
  if (does === "retireStation") after.isRetired = other % 2 === 0;
  const tag = based === "current" ? station.edited : NEVER;
  return {
    endpoint: editStation,
    request: {
      params: { station: station.name },
      body: {
        ...(does === "editStation" && { description: after.description }),
        ...(does === "moveStation" && { org_id: after.org }),
        ...(does === "retireStation" && { retired: after.isRetired }),
      },
      headers: based === "missing" ? {} : { "if-match": tag },
    },
    status: based === "stale" ? 412 : 200,
    apply({ etag }) {
      if (after.org !== station.org) endWindows(state, station.name);
      Object.assign(station, after, { edited: etag });
    },
  };
}

/** The maintenance of a station ends when it moves to another organization. */
function endWindows({ windows }: State, station: string): void {
  for (const window of windows) {
    if (window.station === station && !window.isEnded) Object.assign(window, { isEnded: true, rev: window.rev + 1 });
  }
}

export function saving({ state }: World, { one, other, based }: Step, caller: Caller): Planned | undefined {
  const station = pick(state.stations, one);
  if (!station) return undefined;
  const [latest, earlier] = station.ssot;
  const stale = latest ? revisionTag(earlier?.created ?? null) : NEVER;
  const tag = based === "current" ? revisionTag(latest?.created ?? null) : stale;
  const statuses = { current: 200, stale: 412, missing: 428 };
  const author = caller.kind === "person" ? caller.person.email : "";
  return {
    endpoint: saveSsotEntry,
    request: {
      params: { station: station.name },
      body: { notes: `Notes ${other}` },
      headers: based === "missing" ? {} : { "if-match": tag },
    },
    status: statuses[based],
    apply: ({ etag }) =>
      void station.ssot.unshift({ notes: `Notes ${other}`, created: etag.replaceAll('"', ""), author }),
  };
}

export function starting({ state }: World, { one, other }: Step, caller: Caller): Planned | undefined {
  const station = pick(state.stations, one);
  if (!station || caller.kind !== "person") return undefined;
  const { person } = caller;
  const day = other % 3;
  const start = Date.now() + day * DAY_MS;
  const isPlanned = state.windows.some(
    (window) => window.station === station.name && window.day === day && !window.isEnded,
  );
  function status(): number {
    if (!station || !seesOrg(caller, station.org)) return 404;
    if (station.isRetired) return 409;
    if (!person.isAdmin && person.org !== station.org) return 403;
    return isPlanned ? 409 : 201;
  }
  return {
    endpoint: startMaintenance,
    request: {
      body: {
        stations: [station.name],
        why: "New belt.",
        ...(day > 0 && { from: new Date(start).toISOString() }),
        until: new Date(start + HOUR_MS).toISOString(),
      },
    },
    status: status(),
    apply: ({ body }) =>
      void state.windows.push({
        id: idIn(Array.isArray(body) ? body[0] : null),
        station: station.name,
        org: station.org,
        day,
        by: person,
        rev: 1,
        isEnded: false,
      }),
  };
}

export function ending({ state }: World, { one, based }: Step, caller: Caller): Planned | undefined {
  const window = pick(state.windows, one);
  const station = state.stations.find(({ name }) => name === window?.station);
  if (!window || !station || caller.kind !== "person") return undefined;
  const { person } = caller;
  const isCurrent = based !== "stale";
  function status(): number {
    if (!window || !station || !seesOrg(caller, window.org) || !seesOrg(caller, station.org)) return 404;
    if (!person.isAdmin && person.org !== station.org) return 403;
    if (window.isEnded) return 409;
    return isCurrent ? 200 : 412;
  }
  return {
    endpoint: endMaintenance,
    request: {
      params: { window: window.id },
      body: { rev: isCurrent ? window.rev : window.rev + 1, errors: "triage" },
    },
    status: status(),
    apply: () => void Object.assign(window, { isEnded: true, rev: window.rev + 1 }),
  };
}
