import type { ErrorGroup, ErrorGroupDetails } from "@groundcrew/shared/error-groups";
import type { Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { errorGroupRoutes, storeErrors, type ReportedError } from "../src/error-groups/index.ts";
import { inTransaction, type Db } from "../src/platform/db/index.ts";
import { ownershipRoutes } from "../src/ownership/index.ts";
import { stationErrorRoutes } from "../src/station-errors/index.ts";
import { supportLogRoutes } from "../src/support-log/index.ts";
import { openWebhooks } from "../src/platform/webhooks/index.ts";
import { callsRig, HARBOR, type Who } from "./calls-rig.ts";

let events = 0;

/** An error that HARBOR reports now, or as given. */
export function reported(error_message: string, more: Partial<ReportedError> = {}): ReportedError {
  events += 1;
  const time_logged = more.time_logged ?? new Date().toISOString();
  const given = { station_name: HARBOR, job_id: null, job_type: null, occurred: null };
  return { ...given, event_id: `event-${events}`, error_message, ...more, time_logged };
}

/** Stores errors as they are stored when stations report them. */
export function report(db: Db, errors: readonly ReportedError[]): Promise<void> {
  return inTransaction(db, async (tx) => {
    const names = [...new Set(errors.map(({ station_name }) => station_name))];
    await sql`select from stations where name = any(${names}) order by name for no key update`.execute(tx);
    await storeErrors(tx, errors);
  });
}

/** Gives a station a snapshot with this firmware. */
export async function setVersions(db: Db, station_name: string, firmware: string): Promise<void> {
  const snapshot = JSON.stringify({
    time: 1,
    firmware_version: [{ version: firmware }],
    status: { flight_software: "flyer 2" },
  });
  await db
    .insertInto("station_snapshots")
    .values({ station_name, snapshot })
    .onConflict((same) => same.column("station_name").doUpdateSet({ snapshot }))
    .execute();
}

/** The calls about groups, on a database of the test file's own. */
export async function groupRig() {
  const rig = await callsRig({
    now: Date.now,
    add({ app, db, refresh }) {
      ownershipRoutes(app, { db, now: Date.now, product: "Groundcrew" });
      errorGroupRoutes(app, { db, now: Date.now, refresh });
      stationErrorRoutes(app, { db, refresh });
      supportLogRoutes(app, { db, refresh, webhooks: openWebhooks({ allowPrivate: false }) });
    },
  });
  const { db } = rig;

  async function list(query = "", who: Who = "admin") {
    const reply = await rig.call(who, `/error-groups${query}`);
    const body: {
      groups: ErrorGroup[];
      next: string | null;
      counts: Record<string, number>;
      totals: Record<string, number>;
    } = reply.json();
    return body;
  }

  async function group(id: number): Promise<ErrorGroupDetails> {
    const reply = await rig.call("admin", `/error-groups/${id}`);
    return reply.json();
  }

  /** The group with this title. */
  async function titled(title: string): Promise<ErrorGroup> {
    for (const tab of ["open", "archived", "resolved"]) {
      const { groups } = await list(`?tab=${tab}&include_all=true`);
      const found = groups.find((one) => one.title === title);
      if (found) return found;
    }
    throw new Error(`There is no group "${title}".`);
  }

  /** Makes a change to a group by its current revision. */
  async function act(path: string, ids: readonly number[], body: object) {
    const groups = await Promise.all(ids.map((id) => group(id)));
    const seen = groups.map(({ id, rev }) => ({ id, rev }));
    return rig.call("admin", `/error-groups/${path}`, { method: "POST", body: { groups: seen, ...body } });
  }

  return { ...rig, act, group, list, report: (...errors: ReportedError[]) => report(db, errors), titled };
}

/** When something happened before now, in ms. */
export function before(ms: number): Timestamp {
  return new Date(Date.now() - ms).toISOString();
}
