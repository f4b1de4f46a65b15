import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { flagInQuery, idOf, SECOND_MS, textOf, timestamp } from "../lib/index.ts";
import { stationName } from "../telemetry/index.ts";
import { ownedKind, ownership } from "./ownership.ts";

const subjectParams = z.object({
  kind: ownedKind,
  subject: z.string().regex(/^[a-z0-9-]{1,64}$/, "Give a name or a number."),
});

/** The owner of the open errors of a station, and of the groups with open errors there that have an owner. */
const stationOwner = z.object({
  station: stationName,
  ownership: ownership.nullable(),
  groups: z.array(z.object({ id: z.int(), owner: z.string() })),
});
export type StationOwner = z.output<typeof stationOwner>;

export const listStationOwners = endpoint({
  name: "listStationOwners",
  summary:
    "The owners of stations' open errors, ordered by station. Stations whose errors have no owner are left out, except with `all`, which lists each station with open errors. Admins also receive the owners of groups that have open errors there; others read the names of staff as that of their support.",
  method: "GET",
  path: "/api/ownership/stations",
  access: "user",
  keyScope: null,
  topics: ["ownership"],
  query: z.strictObject({ all: flagInQuery.default(false) }),
  replies: { 200: z.array(stationOwner) },
});

export const listIncidentOwners = endpoint({
  name: "listIncidentOwners",
  summary: "The owners of open incidents, ordered by incident; those without one are left out.",
  method: "GET",
  path: "/api/ownership/incidents",
  access: "admin",
  keyScope: null,
  topics: ["ownership"],
  query: z.strictObject({}),
  replies: { 200: z.array(z.object({ entry: z.int(), ownership })) },
});

export const listAssignees = endpoint({
  name: "listAssignees",
  summary: "The people who can be made owners, ordered by name, with the number of things that each owns.",
  method: "GET",
  path: "/api/ownership/people",
  access: "admin",
  keyScope: null,
  topics: ["ownership", "users"],
  query: z.strictObject({}),
  replies: { 200: z.array(z.object({ id: z.int(), name: z.string(), email: z.string(), open: z.int() })) },
});

/** A note for a new owner. */
export const ownershipNote = textOf(1_000, "Write a note, or leave it out.").nullable().default(null);
/**
 * A change of ownership. To acknowledge makes the caller the owner, also of things that someone else owns if the caller has seen that. To
 * assign makes `owner_id` the owner, who has yet to acknowledge. `rev` is the revision that the caller has seen; null when nobody had it.
 */
export const ownershipAct = z
  .strictObject({
    act: z.enum(["acknowledge", "assign", "release", "prolong"]),
    rev: z.int().nullable(),
    owner_id: idOf("There is no such person.").nullable().default(null),
    note: ownershipNote,
  })
  .refine(({ act, owner_id }) => (act === "assign") === (owner_id !== null), {
    error: "Choose a person to assign this to.",
    path: ["owner_id"],
  });
export type OwnershipAct = z.output<typeof ownershipAct>;

export const changeOwnership = endpoint({
  name: "changeOwnership",
  summary:
    "Acknowledges, assigns, releases or prolongs a group of errors (its number), the open errors of a station (its name) or an incident (its id). When someone else was faster, or what it is about has ended, a 409; its `partial` is the owner it has now.",
  method: "PUT",
  path: "/api/ownership/:kind/:subject",
  access: "admin",
  keyScope: null,
  topics: ["ownership"],
  params: subjectParams,
  body: ownershipAct,
  refusals: [404, 409],
  replies: { 200: z.object({ ownership: ownership.nullable() }) },
});

/** A viewer's browser reports this often (s) what it shows, and counts as viewing it for twice as long. */
export const VIEWING_EVERY_S = 15;

export const keepViewing = endpoint({
  name: "keepViewing",
  summary:
    "Says that the caller views something for the next 30 seconds, and returns who else does, ordered by name. Something that does not exist has no other viewers.",
  method: "POST",
  path: "/api/ownership/:kind/:subject/viewers",
  access: "admin",
  keyScope: null,
  refreshMs: VIEWING_EVERY_S * SECOND_MS,
  params: subjectParams,
  replies: { 200: z.object({ others: z.array(z.string()) }) },
});

/** A change of the ownership of something. `author` is null for automatic changes. */
const ownershipChange = z.object({
  id: z.int(),
  at: timestamp,
  action: z.enum(["acknowledged", "assigned", "released", "taken_over", "prolonged", "expired", "ended", "removed"]),
  author: z.string().nullable(),
  owner: z.string(),
  note: z.string().nullable(),
});

export const listOwnershipHistory = endpoint({
  name: "listOwnershipHistory",
  summary: "Who had something, latest change first; at most 500 changes.",
  method: "GET",
  path: "/api/ownership/:kind/:subject/history",
  access: "admin",
  keyScope: null,
  topics: ["ownership"],
  params: subjectParams,
  query: z.strictObject({}),
  replies: { 200: z.array(ownershipChange) },
});
