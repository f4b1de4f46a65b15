import { insertRow } from "./database.ts";
import type { Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { Db } from "../src/platform/db/index.ts";

type NewAlert = {
  kind: string;
  subject: string;
  station_name: string | null;
  org_id: number | null;
  site: string | null;
  severity: "urgent" | "warning";
  title: string;
  detail: string;
  why: string | null;
  stations: number;
  since: Timestamp;
  ended_at: Timestamp | null;
  end_reason: string | null;
  parent_id: number | null;
  in_maintenance: boolean;
};

/** Adds an alert: an urgent one about a station that is offline but for these fields. Returns its id. */
export async function addAlert(
  db: Db,
  station: string | null,
  fields: Partial<NewAlert> & Pick<NewAlert, "org_id">,
): Promise<number> {
  const alert: NewAlert = {
    kind: "offline",
    subject: `station:${station}`,
    station_name: station,
    site: null,
    severity: "urgent",
    title: "Offline",
    detail: "",
    why: null,
    stations: 1,
    since: new Date().toISOString(),
    ended_at: null,
    end_reason: null,
    parent_id: null,
    in_maintenance: false,
    ...fields,
  };
  return insertRow(db, "alerts", alert);
}

/** Marks an alert as found by a rule, whose recipients were notified. */
export async function addMatch(db: Db, alert: number, rule: number): Promise<void> {
  await sql`
    insert into alert_matches (alert_id, rule_id, since, announced_at) values (${alert}, ${rule}, now(), now())`.execute(
    db,
  );
}
