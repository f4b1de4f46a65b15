import { createApiKey, revokeApiKey } from "@groundcrew/shared/api-keys";
import type { Endpoint } from "@groundcrew/shared/contract";
import { DAY_MS, HOUR_MS } from "@groundcrew/shared/lib";
import { endMaintenance, startMaintenance } from "@groundcrew/shared/maintenance";
import { createOrganization } from "@groundcrew/shared/organizations";
import { saveSsotEntry, revisionTag } from "@groundcrew/shared/ssot";
import { changeStationErrors } from "@groundcrew/shared/station-errors";
import { createStation, editStation } from "@groundcrew/shared/stations";
import {
  changeEntryStatus,
  createSupportLogEntry,
  incidentStatus,
  isIncident,
  publishEntry,
  replyToEntry,
  unpublishEntry,
} from "@groundcrew/shared/support-log";
import { changePermission, deleteUser, inviteUser } from "@groundcrew/shared/users";
import * as fc from "fast-check";
import type { TestRequest } from "../access/request.ts";
import { administers, currentWindow, refusal, seesOrg, type Caller, type State } from "./state.ts";
import { ALERTING, type Answer, type World } from "./world.ts";

/** A step of a sequence. Its numbers choose from what exists when it is made. */
export const step = fc.record({
  does: fc.constantFrom(
    ...([
      "createStation",
      "createStation",
      "editStation",
      "moveStation",
      "retireStation",
      "saveSsot",
      "saveSsot",
    ] as const),
    ...(["writeEntry", "writeEntry", "reply", "changeStatus", "publish", "unpublish"] as const),
    ...(["logError", "logError", "resolveError", "attachError", "startMaintenance", "endMaintenance"] as const),
    ...(["createKey", "revokeKey", "permit", "deletePerson", "invite", "createOrganization"] as const),
  ),
  /** Mostly an admin, who alone may do most of it. */
  who: fc.oneof({ weight: 2, arbitrary: fc.constant(6) }, { weight: 1, arbitrary: fc.nat(7) }),
  viewer: fc.nat(7),
  one: fc.nat(20),
  other: fc.nat(20),
  based: fc.constantFrom("current" as const, "current" as const, "stale" as const, "missing" as const),
});
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A call, the status that the model predicts, and what it changes in the model when it succeeds. */
export type Planned = {
  endpoint: Endpoint;
  request: TestRequest;
  status: number;
  apply: (answer: Answer) => void;
};

/** The caller with a number: nobody, one of the people, or the newest key. */
export function callerAt({ people, keys }: State, nth: number): Caller {
  const person = people[nth - 1];
  if (person) return { kind: "person", person };
  const key = keys.at(-1);
  return nth > people.length && key ? { kind: "key", key } : { kind: "nobody" };
}

const NEVER = '"2020-01-01T00:00:00.000Z"';
const nothing = () => {};

function pick<T>(all: readonly T[], nth: number): T | undefined {
  return all[nth % Math.max(1, all.length)];
}

/** What a step does; undefined when there is nothing to do it to. */
export function plan(world: World, given: Step): Planned | undefined {
  const caller = callerAt(world.state, given.who);
  const planned = planFor(world, given, caller);
  if (!planned) return undefined;
  const refused = refusal(caller, planned.endpoint);
  return refused === null ? planned : { ...planned, status: refused, apply: nothing };
}

function planFor(world: World, given: Step, caller: Caller): Planned | undefined {
  switch (given.does) {
    case "createStation":
      return creating(world, given);
    case "editStation":
    case "moveStation":
    case "retireStation":
      return editing(world, given);
    case "saveSsot":
      return saving(world, given, caller);
    case "writeEntry":
    case "reply":
      return writing(world, given, caller);
    case "changeStatus":
    case "publish":
    case "unpublish":
      return changing(world, given);
    case "logError":
      return undefined;
    case "resolveError":
    case "attachError":
      return handling(world, given);
    case "startMaintenance":
      return starting(world, given, caller);
    case "endMaintenance":
      return ending(world, given, caller);
    case "createKey":
    case "revokeKey":
      return keying(world, given, caller);
    case "permit":
    case "deletePerson":
    case "invite":
      return managing(world, given, caller);
    case "createOrganization":
      return organizing(world, given);
  }
}

function organizing({ state, unique }: World, { one }: Step): Planned {
  const isTaken = one % 3 === 0;
  const name = isTaken ? (state.orgNames[0] ?? "") : `Other ${unique()}`;
  return {
    endpoint: createOrganization,
    request: { query: { name } },
    status: isTaken ? 409 : 201,
    apply: () => void (isTaken || state.orgNames.push(name)),
  };
}

function creating({ state, unique }: World, { one, other }: Step): Planned {
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

function editing({ state }: World, { does, one, other, based }: Step): Planned | undefined {
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
    apply: ({ etag }) => void Object.assign(station, after, { edited: etag }),
  };
}

function saving({ state }: World, { one, other, based }: Step, caller: Caller): Planned | undefined {
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

function writing({ state, unique }: World, { does, one, other }: Step, caller: Caller): Planned | undefined {
  const { entries, stations } = state;
  const parent = does === "reply" ? pick(entries, one) : undefined;
  const station = parent?.station ?? pick(stations, one)?.name;
  if (station === undefined || (does === "reply" && !parent)) return undefined;
  const status = parent ? "record" : (pick(["note", "record", "incident_needs_action"] as const, other) ?? "note");
  const content = `Text ${unique()}`;
  const tags = isIncident(status) ? [ALERTING] : [];
  const author = caller.kind === "person" ? caller.person.email : "";
  const isPublic = other % 2 === 0;
  return {
    endpoint: parent ? replyToEntry : createSupportLogEntry,
    request: {
      params: parent ? { entry: parent.id } : { station },
      body: { content, status, tags, public: isPublic },
    },
    status: parent && parent.parent !== null ? 422 : 201,
    apply: ({ body }) =>
      void entries.push({ id: idIn(body), station, parent: parent?.id ?? null, status, content, isPublic, author }),
  };
}

function changing({ state }: World, { does, one, other }: Step): Planned | undefined {
  const entry = pick(state.entries, one);
  if (!entry) return undefined;
  const params = { entry: entry.id };
  if (does !== "changeStatus") {
    const isPublic = does === "publish";
    const endpoint = isPublic ? publishEntry : unpublishEntry;
    return { endpoint, request: { params }, status: 204, apply: () => void Object.assign(entry, { isPublic }) };
  }
  const status = pick(incidentStatus.options, other) ?? "incident_resolved";
  return {
    endpoint: changeEntryStatus,
    request: { params, body: { status } },
    status: isIncident(entry.status) ? 204 : 422,
    apply: () => void Object.assign(entry, { status }),
  };
}

function handling({ state }: World, { does, one, other }: Step): Planned | undefined {
  const error = pick(state.errors, one);
  const station = pick(state.stations, other);
  if (!error || !station) return undefined;
  const isItsOwn = error.station === station.name;
  const request = (change: object) => ({ params: { station: station.name }, body: [{ id: error.id, ...change }] });
  if (does === "resolveError") {
    const solution = `Replaced part ${other}.`;
    return {
      endpoint: changeStationErrors,
      request: request({ solution }),
      status: isItsOwn ? 200 : 404,
      // What is resolved stays as it is.
      apply: () => void Object.assign(error, { solution: error.solution ?? solution }),
    };
  }
  const entry = pick(state.entries, other);
  if (!entry) return undefined;
  const isFree = error.solution !== null || error.entry === null || error.entry === entry.id;
  const found = isItsOwn && entry.station === station.name;
  return {
    endpoint: changeStationErrors,
    request: request({ supportlog_entry_id: entry.id }),
    status: !found ? 404 : isFree ? 200 : 409,
    apply: () => void (error.solution ?? Object.assign(error, { entry: entry.id })),
  };
}

function starting({ state }: World, { one, other }: Step, caller: Caller): Planned | undefined {
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
        day,
        by: person,
        rev: 1,
        isEnded: false,
      }),
  };
}

function ending({ state }: World, { one, based }: Step, caller: Caller): Planned | undefined {
  const window = pick(state.windows, one);
  const station = state.stations.find(({ name }) => name === window?.station);
  if (!window || !station || caller.kind !== "person") return undefined;
  const { person } = caller;
  const isCurrent = based !== "stale";
  function status(): number {
    if (!window || !station || !seesOrg(caller, station.org)) return 404;
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

function keying({ state }: World, { does, one, other }: Step, caller: Caller): Planned | undefined {
  const org = pick(state.orgs, one) ?? 0;
  if (does === "createKey") {
    return {
      endpoint: createApiKey,
      request: { query: { org_id: org, description: `Reports ${other}`, kind: "general" } },
      status: administers(caller, org) ? 201 : 404,
      apply: ({ body }) =>
        void state.keys.push({ name: textIn(body, "name"), secret: textIn(body, "key"), org, isRevoked: false }),
    };
  }
  const key = pick(state.keys, other);
  if (!key) return undefined;
  const isThere = administers(caller, org) && key.org === org && !key.isRevoked;
  return {
    endpoint: revokeApiKey,
    request: { query: { org_id: org, name: key.name } },
    status: isThere ? 204 : 404,
    apply: () => void Object.assign(key, { isRevoked: true }),
  };
}

function managing({ state, unique }: World, { does, one, other }: Step, caller: Caller): Planned | undefined {
  const customers = state.people.filter(({ org }) => org !== null);
  const person = pick(customers, one);
  const org = does === "invite" ? (pick(state.orgs, one) ?? 0) : person?.org;
  if (!person || org === undefined || org === null) return undefined;
  const isThere = administers(caller, org);
  if (does === "invite") {
    const email = `invited${unique()}@people.example`;
    return {
      endpoint: inviteUser,
      request: { query: { org_id: org, email } },
      status: isThere ? 201 : 404,
      apply: () => void state.invited.push({ email, org }),
    };
  }
  const { email } = person;
  const isSelf = caller.kind === "person" && caller.person === person;
  const otherStatus = isThere && !person.isDeleted ? (isSelf ? 409 : null) : 404;
  if (does === "deletePerson") {
    return {
      endpoint: deleteUser,
      request: { query: { org_id: org, email } },
      status: otherStatus ?? 204,
      apply: () => void Object.assign(person, { isDeleted: true }),
    };
  }
  const isManager = other % 2 === 0;
  return {
    endpoint: changePermission,
    request: { query: { org_id: org, email, can_manage: isManager } },
    status: otherStatus ?? 200,
    apply: () => void Object.assign(person, { isManager }),
  };
}

function idIn(body: unknown): number {
  if (typeof body === "object" && body !== null && "id" in body) return Number(body.id);
  throw new Error("The answer has no id.");
}

function textIn(body: unknown, field: string): string {
  const found =
    typeof body === "object" && body !== null ? Object.entries(body).find(([name]) => name === field) : null;
  return String(found?.[1]);
}

/** Whether an error of a station counts as open in its group. */
export function isInTriage(state: State, station: string): boolean {
  const found = state.stations.find(({ name }) => name === station);
  return found !== undefined && !found.isRetired && !currentWindow(state, station);
}
