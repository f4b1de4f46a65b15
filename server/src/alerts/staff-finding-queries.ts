import { sql } from "kysely";
import type { Db } from "../db/index.ts";

/** A group of errors in one of the states that rules can be about. */
export type AlertedGroup = {
  id: number;
  title: string;
  job_type: string | null;
  station_type: string | null;
  state: string;
  stations: number;
  since: string;
};

/** The most groups or incidents that are read. */
export const ALERTED_MAX = 5_000;

/** Groups with open errors in one of these states; new ones at `stations` stations or more. At most 5,000, those at the most stations first. */
export async function selectAlertedGroups(
  db: Db,
  { states, stations }: { states: readonly string[]; stations: number },
): Promise<AlertedGroup[]> {
  const found = await sql<AlertedGroup>`
    select id, title, job_type, station_type, state, stations, state_since as since from error_groups
    where merged_into is null and state = any(${states}) and open > 0 and (state <> 'new' or stations >= ${stations})
    order by stations desc, id limit ${ALERTED_MAX}`.execute(db);
  return found.rows;
}

/** An incident with an alerting tag. */
export type AlertedIncident = { id: number; station: string; status: string; content: string; since: string };

/** Open incidents with an alerting tag, newest first; at most 5,000. */
export async function selectAlertedIncidents(db: Db): Promise<AlertedIncident[]> {
  const found = await sql<AlertedIncident>`
    select e.id, e.station_name as station, e.status, e.content, e.created as since from support_log_entries e
    where e.parent_id is null and e.status in ('incident_needs_action', 'incident_pending', 'incident_pending_urgent')
      and exists (
        select from support_log_entry_tags t join support_log_tags g on g.id = t.tag_id where t.entry_id = e.id and g.alerting)
    order by e.id desc limit ${ALERTED_MAX}`.execute(db);
  return found.rows;
}
