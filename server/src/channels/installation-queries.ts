import type { SharedDb } from "../platform/db/index.ts";

/** The id that distinguishes this installation from others that send to the same receivers. Alerts before `firstAlert` were sent without it. */
export type Installation = { id: string; firstAlert: number };

export async function readInstallation(db: SharedDb): Promise<Installation> {
  const { id, first_alert: firstAlert } = await db
    .selectFrom("installation")
    .select(["id", "first_alert"])
    .executeTakeFirstOrThrow();
  return { id, firstAlert };
}

/** The installation's id for an alert; null for an alert that was sent without one. */
export function installationOf(alert: number, { id, firstAlert }: Installation): string | null {
  return alert < firstAlert ? null : id;
}
