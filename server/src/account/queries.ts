import { isDeepStrictEqual } from "node:util";
import type { Account, ChangedPreferences } from "@groundcrew/shared/account";
import type { Preferences } from "@groundcrew/shared/sessions";
import type { SharedDb } from "../platform/db/index.ts";

/** The parts of a user's account that they see themselves, besides sessions; undefined once it is deleted. */
export type Profile = Pick<
  Account,
  "name" | "email" | "organization" | "password_set" | "second_step_from" | "mails_new_device"
> &
  Preferences & {
    org_id: number;
    password_hash: string | null;
  };

export async function findProfile(db: SharedDb, userId: number): Promise<Profile | undefined> {
  return db
    .selectFrom("users")
    .innerJoin("organizations", "organizations.id", "users.org_id")
    .select([
      "users.name",
      "email",
      "organizations.name as organization",
      "password_set",
      "second_step_from",
      "mails_new_device",
      "org_id",
      "password_hash",
      "time_zone",
      "units",
      "theme",
    ])
    .where("users.id", "=", userId)
    .executeTakeFirst();
}

/** Changes a user's name. Returns the name before, undefined if the user is deleted. */
export async function updateName(tx: SharedDb, userId: number, name: string): Promise<string | undefined> {
  const before = await tx
    .selectFrom("users")
    .select("name")
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (before && before.name !== name) await tx.updateTable("users").set({ name }).where("id", "=", userId).execute();
  return before?.name;
}

/** Changes some of a user's preferences. Returns all of them before and after, undefined if the user is deleted. */
export async function updatePreferences(
  tx: SharedDb,
  userId: number,
  { time_zone, units, theme }: ChangedPreferences,
): Promise<{ before: Preferences; after: Preferences } | undefined> {
  const before = await tx
    .selectFrom("users")
    .select(["time_zone", "units", "theme"])
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!before) return undefined;
  const after = {
    time_zone: time_zone ?? before.time_zone,
    units: units ?? before.units,
    theme: theme ?? before.theme,
  };
  if (!isDeepStrictEqual(before, after)) await tx.updateTable("users").set(after).where("id", "=", userId).execute();
  return { before, after };
}
