import type { Timestamp } from "@groundcrew/shared/lib";
import type { editStation, resetLinkState, StationEdit } from "@groundcrew/shared/stations";
import { checkPrecondition, marksOf, nextRevision } from "@groundcrew/shared/ssot";
import { change, notesOfMove } from "../../audit/index.ts";
import type { Db } from "../../platform/db/index.ts";
import { answer, authorOf, notFound, Problem, type Call } from "../../platform/http/index.ts";
import { hashSecret } from "../../platform/link/index.ts";
import { requireOrganization, refuseDuplicate } from "./add-station.ts";
import {
  lockRecord,
  lockStation,
  updateStation,
  type LastEdit,
  type StationRecord,
  endLinks,
  resetCounters,
} from "./edit-queries.ts";

/**
 * How an edit affects the station's connection: it stays `open`, is `closed` because the password changed, or is closed because the station
 * is `out_of_service`.
 */
type LinkEffect = "open" | "closed" | "out_of_service";

/** The outcome of an edit; `edited` is the time of the station's last edit. */
type EditOutcome = { link: LinkEffect; edited: Timestamp | null };

/**
 * Changes a station. A station that is taken out of service is offline from the same transaction on: later messages from it or the broker
 * are not stored. Fields with their current value are not a change.
 */
export async function changeStation(db: Db, call: Call<typeof editStation>, now: Timestamp): Promise<EditOutcome> {
  const { body, params, scope } = call;
  const name = params.station;
  const { body: outcome } = await refuseDuplicate({ name, serial_number: body.serial_number }, () =>
    change(db, call, async (tx) => {
      const locked = await lockRecord(tx, name, scope);
      if (!locked) throw notFound();
      const { record: before, lastEdit } = locked;
      requireCurrent(call.headers, lastEdit, Date.parse(now));
      const after = changedRecord(before, body, now);
      const changed = differing(before, after);
      if (changed.length === 0) return { answer: outcomeOf({ link: "open", edited: lastEdit.edited }), audit: [] };
      if (after.org_id !== before.org_id) await requireOrganization(tx, after.org_id);
      const link = linkEffect(before, after);
      if (link === "out_of_service") await endLinks(tx, [name], now);
      // A new password often means new hardware, whose counters start over.
      if (changed.includes("api_password_hash") && after.api_password_hash !== null) await resetCounters(tx, name, now);
      const edited = nextRevision(lastEdit.edited, Date.parse(now));
      await updateStation(tx, name, { ...after, edited, edited_by: authorOf(call.principal) });
      const audit = notesOfMove({
        target: `station ${name}`,
        from: before.org_id,
        to: after.org_id,
        before: auditFields(before, changed),
        after: auditFields(after, changed),
      });
      return { answer: outcomeOf({ link, edited }), audit };
    }),
  );
  return outcome;
}

/** Resets the counters of a station that the server rejects because of them. */
export async function resetLink(db: Db, call: Call<typeof resetLinkState>, now: Timestamp) {
  const { station } = call.params;
  return change(db, call, async (tx) => {
    const locked = await lockStation(tx, station, call.scope);
    if (!locked) throw notFound();
    await resetCounters(tx, station, now);
    return { answer: answer(204, null), audit: { target: `station ${station}`, orgId: locked.org_id } };
  });
}

function outcomeOf(outcome: EditOutcome) {
  return answer(200, outcome);
}

/** Without a precondition other users' changes are overwritten, because the specification's own call has none. */
function requireCurrent(
  headers: Call<typeof editStation>["headers"],
  { edited, edited_by }: LastEdit,
  now: number,
): void {
  // `*` only requires that the station exists, and it does.
  if (headers["if-match"]?.trim() === "*") return;
  const marks = { ifMatch: headers["if-match"], ifUnmodifiedSince: headers["if-unmodified-since"] };
  if (checkPrecondition(marks, edited, now) !== "outdated") return;
  const sentence = `This data is outdated: ${edited_by ?? "someone"} saved changes. Load it again.`;
  throw new Problem(412, sentence, { headers: marksOf(edited) });
}

function changedRecord(before: StationRecord, body: StationEdit, now: Timestamp): StationRecord {
  return {
    serial_number: body.serial_number ?? before.serial_number,
    description: body.description ?? before.description,
    org_id: body.org_id ?? before.org_id,
    location_deployment: body.location_deployment ?? before.location_deployment,
    actual: body.actual ?? before.actual,
    telemetry_enabled: body.telemetry_enabled ?? before.telemetry_enabled,
    api_password_hash: editedHash(before.api_password_hash, body.api_password),
    hexone_uri_base: body.hexone_uri_base === undefined ? before.hexone_uri_base : body.hexone_uri_base,
    shipped: body.shipped === undefined ? before.shipped : body.shipped,
    retired: editedRetired(before.retired, body.retired, now),
  };
}

/** A secret is hashed with a salt, so setting one is always a change. */
function editedHash(before: string | null, secret: string | null | undefined): string | null {
  if (secret === undefined) return before;
  return secret === null ? null : hashSecret(secret);
}

function editedRetired(before: Timestamp | null, retire: boolean | undefined, now: Timestamp): Timestamp | null {
  if (retire === undefined) return before;
  return retire ? (before ?? now) : null;
}

function differing(before: StationRecord, after: StationRecord): string[] {
  const was = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).flatMap(([field, value]) => (was.get(field) === value ? [] : [field]));
}

function linkEffect(before: StationRecord, after: StationRecord): LinkEffect {
  if (after.retired !== null || !after.telemetry_enabled || after.api_password_hash === null) return "out_of_service";
  return after.api_password_hash === before.api_password_hash ? "open" : "closed";
}

/** The fields of a station for the audit; of the secret, only whether there is one. */
function auditFields(station: StationRecord, fields: readonly string[]): Record<string, unknown> {
  const { api_password_hash, ...visible } = station;
  const all = { ...visible, api_password_hash: api_password_hash === null ? null : "set" };
  return Object.fromEntries(Object.entries(all).filter(([field]) => fields.includes(field)));
}
