import { z } from "zod";
import { idOf, lineOf, timestamp } from "../lib/index.ts";
import { ownership } from "../ownership/index.ts";
import { stationName } from "../telemetry/index.ts";
import { alertKind, severity } from "./kind.ts";

/** The number of an alert. */
export const alertId = idOf("There is no such alert.");
/** How long an alert can be muted, and how long it is kept after it ended. */
export const MAX_MUTE_DAYS = 30;
export const ALERTS_KEPT_DAYS = 90;

/** What an alert is about. `group` is the number of a group of errors, `entry` an incident's id. */
const subject = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("station"), station: stationName }),
  z.object({ kind: z.literal("site") }),
  z.object({ kind: z.literal("group"), group: z.int() }),
  z.object({ kind: z.literal("incident"), entry: z.int(), station: stationName }),
  z.object({ kind: z.literal("server") }),
  z.object({ kind: z.literal("external") }),
]);

/**
 * Sections of Attention. `open` alerts need a person. The others are acknowledged, muted, calm, in maintenance or ended; a calm one is over,
 * but began and ended so often that it may begin again.
 */
export const alertSection = z.enum(["open", "acknowledged", "muted", "calm", "maintenance", "ended"]);
export type AlertSection = z.output<typeof alertSection>;

/**
 * Why an alert ended: its `condition` is over; its `rule` was switched off, changed or deleted; its `station` was moved or retired; or its
 * `sender`, a channel that receives alerts, is gone or silent.
 */
export const endCause = z.enum(["condition", "rule", "station", "sender"]);
export type EndCause = z.output<typeof endCause>;

/**
 * Orders of active alerts in a section: that the server receives no data first, then urgent ones, the oldest first (`severity`); those that
 * began within 24 hours first, newest first, then the others by severity (`new`); or only by when they began.
 */
export const alertSort = z.enum(["severity", "new", "newest", "oldest"]);
export type AlertSort = z.output<typeof alertSort>;

/**
 * Numbers of alerts that the caller sees: active ones (`all`), those that nobody has (`unassigned`), those that wait for the person they are
 * assigned to, acknowledged and muted ones, the caller's own, those that ended today (UTC) because their condition did, and stations in
 * maintenance.
 */
export const alertCounts = z.object({
  all: z.int(),
  unassigned: z.int(),
  assigned: z.int(),
  acknowledged: z.int(),
  muted: z.int(),
  mine: z.int(),
  ended_today: z.int(),
  maintenance: z.int(),
});
export type AlertCounts = z.output<typeof alertCounts>;

/** Who muted an alert until when, and why. Customers read staff's name as that of the support. */
export const alertMute = z.object({ until: timestamp, by: z.string(), why: z.string() });

/**
 * Something that needs a person. `title` says what, `detail` more about it, `place` where: title of the station, organization, location.
 * `worst` is what can get worse: limits exceeded, stations, cameras. `owner` is who has it on the caller's side, and `other_owner` who has it
 * on the other: a customer's organization, or the support. `reason` says why an ended alert ended, and `end_cause` whether by itself
 * (`condition`), because of its rules, its station, or what sent it. `calm_since` is since when the condition of a flapping alert no longer
 * holds. Title, detail and severity are those of the caller's side: of its own rules, or where none of them has found the alert, without limits
 * and a warning. `parent` is the alert that it is grouped into; lists contain only alerts without one. `children` counts those grouped into it,
 * or into one of those. The stations of an outage are not counted: that they are offline is what it is about.
 */
export const alert = z.object({
  id: alertId,
  rev: z.int(),
  section: alertSection,
  kind: alertKind,
  severity,
  title: z.string(),
  detail: z.string(),
  subject,
  /** The station's description or serial number; null for what is not one station. */
  station_title: z.string().nullable(),
  org_id: z.int().nullable(),
  organization: z.string().nullable(),
  site: z.string().nullable(),
  stations: z.int(),
  since: timestamp,
  ended: timestamp.nullable(),
  reason: z.string().nullable(),
  end_cause: endCause.nullable(),
  flapping: z.boolean(),
  calm_since: timestamp.nullable(),
  muted: alertMute.nullable(),
  owner: ownership.nullable(),
  other_owner: z.object({ owner: z.string(), since: timestamp, acknowledged: z.boolean() }).nullable(),
  parent: alertId.nullable(),
  children: z.int(),
});
export type Alert = z.output<typeof alert>;

/** A station of an alert. `also` names the other alerts of it: "camera_roof is missing". */
export const alertStation = z.object({
  station: stationName,
  title: z.string(),
  serial_number: z.string(),
  location: z.string(),
  online: z.boolean(),
  since: timestamp,
  also: z.array(z.string()),
});

/**
 * An alert with what its open row shows. At most 200 `stations_of`. `why` says why it is one alert, null for one that stands for itself.
 * `rules` have made it, each of an organization; a customer does not see those of others.
 */
export const alertDetails = alert.extend({
  stations_of: z.array(alertStation),
  why: z.string().nullable(),
  rules: z.array(z.object({ id: z.int(), name: z.string(), organization: z.string() })),
  history: z.array(z.object({ at: timestamp, what: z.string() })),
});
export type AlertDetails = z.output<typeof alertDetails>;

/** Mutes an alert until a time, at most 30 days ahead. `rev` is the revision that the caller has seen. */
export const newMute = z.strictObject({
  until: timestamp,
  why: lineOf(200, "Say why it is muted."),
  rev: z.int(),
});
export type NewMute = z.output<typeof newMute>;
