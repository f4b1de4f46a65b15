import type { Timestamp } from "@groundcrew/shared/lib";
import type { editStation, StationEdit } from "@groundcrew/shared/stations";
import { change } from "../audit/index.ts";
import type { Db } from "../db/index.ts";
import { answer, notFound, type Call } from "../http/index.ts";
import { hashSecret } from "../link/index.ts";
import { requireOrganization } from "./add-station.ts";
import { lockRecord, updateStation, type StationRecord } from "./edit-queries.ts";
import { refuseTaken } from "./taken.ts";

/**
 * Changes a station, and tells whether its link must be cut: it is no longer in service, or its secret is another.
 * Fields that are as they were are no change.
 */
export async function changeStation(
  db: Db,
  call: Call<typeof editStation>,
  now: Timestamp,
): Promise<{ cutLink: boolean }> {
  const { body, params, scope } = call;
  const name = params.station;
  const { body: outcome } = await refuseTaken({ name, serial_number: body.serial_number }, () =>
    change(db, call, async (tx) => {
      const before = await lockRecord(tx, name, scope);
      if (!before) throw notFound();
      const after = edited(before, body, now);
      const changed = differing(before, after);
      if (changed.length === 0) return { answer: answer(200, { cutLink: false }), audit: [] };
      if (after.org_id !== before.org_id) await requireOrganization(tx, after.org_id);
      await updateStation(tx, name, after);
      const audit = {
        target: `station ${name}`,
        orgId: after.org_id,
        before: written(before, changed),
        after: written(after, changed),
      };
      return { answer: answer(200, { cutLink: cutsLink(before, after) }), audit };
    }),
  );
  return outcome;
}

function edited(before: StationRecord, body: StationEdit, now: Timestamp): StationRecord {
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

/** A secret is hashed with salt, so setting one is always a change. */
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

function cutsLink(before: StationRecord, after: StationRecord): boolean {
  const isOutOfService = after.retired !== null || !after.telemetry_enabled;
  return isOutOfService || after.api_password_hash !== before.api_password_hash;
}

/** Some fields of a station as the audit may hold them: of the secret, only whether there is one. */
function written(station: StationRecord, fields: readonly string[]): Record<string, unknown> {
  const { api_password_hash, ...shown } = station;
  const all = { ...shown, api_password_hash: api_password_hash === null ? null : "set" };
  return Object.fromEntries(Object.entries(all).filter(([field]) => fields.includes(field)));
}
