import { z } from "zod";
import { lineOf, timestamp } from "../lib/index.ts";
import { stationName } from "../telemetry/index.ts";

/** Acts of a page of the audit log. */
export const AUDIT_PAGE = 50;
/** Entries of one act that are answered with it. */
export const AUDIT_ENTRIES_MAX = 1_000;
/** Rows of a CSV file. */
export const AUDIT_CSV_MAX = 100_000;
/** Entries are counted up to this number. */
export const AUDIT_COUNT_MAX = 10_000;

/**
 * The author of a change. `support` is the provider's staff, whose names customers do not see. `id` is the email of a user and the name of an
 * API key or station; of the server, the channel that it received the change from; else empty. `name` is the name of a user and the description of an API key, empty if there is none.
 */
export const auditActor = z.object({
  kind: z.enum(["user", "api_key", "station", "anonymous", "server", "support"]),
  id: z.string(),
  name: z.string(),
});
export type AuditActor = z.output<typeof auditActor>;

/** The target of a change: its `kind`, such as `station`, its id, and its current name, or the one that it had if it was deleted; empty if unknown. */
export const auditTarget = z.object({ kind: z.string(), id: z.string(), name: z.string() });
export type AuditTarget = z.output<typeof auditTarget>;

/**
 * Why a refused call was refused, and how many refusals before it were not recorded because there were too many. Those are of all
 * organizations, so managers get 0.
 */
export const auditRefusal = z.object({ status: z.int(), not_recorded: z.int() });

/**
 * All changes by one request. `action` is the name of the call, or of the server's own work. `entries` is how many changes there
 * were, and `targets` how many things they changed, of which `target` is one. In a list, both are counted up to 1,001. `address` and `agent`
 * say where a request came from; they are null for the server's own changes, and for staff if the caller is a customer. `has_details` says
 * whether there is something to show of what was changed. `act` is which act a call made that has several, such as `acknowledge`. `changed` are
 * the first six fields that `target` has other values of.
 */
export const auditAct = z.object({
  id: z.int(),
  at: timestamp,
  actor: auditActor,
  action: z.string(),
  refused: auditRefusal.nullable(),
  target: auditTarget,
  entries: z.int(),
  targets: z.int(),
  request: z.string(),
  address: z.string().nullable(),
  agent: z.string().nullable(),
  has_details: z.boolean(),
  act: z.string().nullable(),
  changed: z.array(z.string()),
});
export type AuditAct = z.output<typeof auditAct>;

/** The values of a thing before and after, by field; null if it had none, or if they are not for the caller. */
export const auditValues = z.record(z.string(), z.json()).nullable();
export type AuditValues = z.output<typeof auditValues>;

/** A change of one thing. */
export const auditEntry = z.object({
  id: z.int(),
  at: timestamp,
  target: auditTarget,
  before: auditValues,
  after: auditValues,
});
export type AuditEntry = z.output<typeof auditEntry>;

/**
 * The last verification of the audit log. `broken` is the first entry that was changed or removed later: its id and time if they are known and for
 * the caller.
 */
export const auditCheck = z.object({
  checked: timestamp,
  entries: z.int(),
  broken: z.object({ entry: z.int().nullable(), at: timestamp.nullable(), reason: z.string() }).nullable(),
});
export type AuditCheck = z.output<typeof auditCheck>;

/** The author, as a filter: the email of a user, the name of a station or API key, `server`, `anonymous` or `support`. */
export const auditActorId = lineOf(254);

/** Names of calls, separated by commas. */
const actions = z
  .string()
  .regex(/^[a-zA-Z]{1,60}(,[a-zA-Z]{1,60}){0,59}$/, "Give names of actions, separated by commas.");

/**
 * The filter of a list of entries. `from` is the earliest time, and `until` is later than the latest one. `q` is a part of a name, a request's id
 * or an address.
 */
export const auditFilter = {
  outcome: z.enum(["all", "changes", "refused"]).default("all"),
  actor: auditActorId.optional(),
  station: stationName.optional(),
  actions: actions.optional(),
  q: z.string().max(200, "Use at most 200 characters.").optional(),
};
