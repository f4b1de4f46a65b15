import type { Readiness, ReadinessReason, StationReadiness } from "@groundcrew/shared/readiness";
import { sql } from "kysely";
import type { evaluationRig } from "./evaluation-rig.ts";

type Rig = Pick<Awaited<ReturnType<typeof evaluationRig>>, "db" | "board" | "now"> & { orgs: { harbor: number } };

/** Evaluates the readiness of stations as another server does: it is stored, and on the board. What can be ignored is in `holds`. */
export function evaluatedReadiness({ db, board, now, orgs }: Rig, holds: StationReadiness["holds"] = []) {
  /** By default the station has no charged battery from now on. */
  async function evaluated(name: string, state: Readiness["state"], reasons: Partial<ReadinessReason>[] = []) {
    const since = new Date(now()).toISOString();
    const args = { charged: 0, next: "none_charging" };
    const readiness: Readiness = {
      state,
      since,
      reasons: reasons.map((one) => ({ code: "no_battery", effect: "block", since, args, ...one })),
      charged: 0,
      slots: 8,
      next_charged_at: null,
      busy: null,
      not_checked: [],
    };
    const result: StationReadiness = {
      readiness,
      due: null,
      holds,
      next: "none_charging",
      missing: 0,
      isKnown: true,
    };
    await sql`
      insert into station_readiness (station_name, evaluated, org_id, link)
      values (${name}, ${JSON.stringify(result)}, ${orgs.harbor}, true)
      on conflict (station_name) do update set evaluated = excluded.evaluated`.execute(db);
    board.putReadiness(name, result);
  }
  return { evaluated, noBattery: (name: string) => evaluated(name, "not_ready", [{}]) };
}
