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

/** The subject of an alert. `group` is the number of a group of errors, `entry` an incident's id. */
const subject = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("station"), station: stationName }),
  z.object({ kind: z.literal("site") }),
  z.object({ kind: z.literal("group"), group: z.int() }),
  z.object({ kind: z.literal("incident"), entry: z.int(), station: stationName }),
  z.object({ kind: z.literal("server") }),
  z.object({ kind: z.literal("external") }),
]);

/**
 * Sections of Attention. `open` alerts need a person. The others are acknowledged, muted, calm, in maintenance or ended. The condition of a calm
 * alert no longer holds, but the alert is flapping and may begin again.
 */
export const alertSection = z.enum(["open", "acknowledged", "muted", "calm", "maintenance", "ended"]);
export type AlertSection = z.output<typeof alertSection>;

/**
 * The cause of an alert's end: its `condition` no longer holds; its `rule` was switched off, changed or deleted; its `station` was moved or retired; or its
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
 * Numbers of alerts that the caller sees: active ones (`all`), those without an owner (`unassigned`), those that wait for the person they are
 * assigned to, acknowledged and muted ones, the caller's own, those that resolved today (UTC) because their condition no longer held, and
 * stations in maintenance.
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

/** A mute: its end, its author and the reason. Customers see the name of support staff as a whole instead of a person's. */
export const alertMute = z.object({ until: timestamp, by: z.string(), why: z.string() });

/**
 * Something that needs a person. `place` is the title of the station, its organization and its location. `worst` is the value that gets worse:
 * limits exceeded, stations, cameras. `owner` is the owner on the caller's side, and `other_owner` that on the other side: a customer's
 * organization, or support staff. `reason` is the reason of an alert's end, and `end_cause` its cause: the condition, its rules, its station, or
 * its sender. `calm_since` is since when the condition of a flapping alert no longer holds. Title, detail and severity are those of the caller's
 * own rules; where none of them matches, they are without limits and a warning. `parent` is the alert that it is grouped into; lists contain
 * only alerts without one. `children` counts those grouped into it, directly or not, without those about the stations of one about several.
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
  /** The station's description or serial number; null for an alert that is not about one station. */
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
 * An alert with the details of its open row. At most 200 `stations_of`. `why` is the reason why several stations are one alert, otherwise null.
 * `rules` are those that match it; customers see only their own.
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
