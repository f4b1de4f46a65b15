import { sql } from "kysely";
import { expect, test } from "vitest";
import { databaseUnavailable, insertRow, testDatabase } from "../../../test/database.ts";
import { stationBoard } from "../../../test/station-board.ts";
import { addOrganization, addStation } from "../../../test/stations.ts";
import { ReadinessEvaluator } from "./evaluator.ts";
import { ReadinessReader } from "./readiness-reader.ts";
import { Unstored } from "./unstored.ts";

const START = Date.parse("2026-11-27T14:29:12.000Z");
const STATION = "gc-00000000000a";
const { db, asOwner } = await testDatabase();
const org_id = await addOrganization(db, "Harbor Air");
await addStation(db, { name: STATION, org_id });
await insertRow(db, "readiness_rules", {
  station_type: "atlas",
  rules: { rules: { few_batteries: { limit: 3, hold_s: 0 } } },
  rev: 1,
  changed: new Date(START).toISOString(),
  changed_by: "Ana Ruiz",
  changed_by_staff: false,
});

test.each(["readiness_charges", "readiness_rules", "error_fingerprints", "swap_pieces"])(
  "what is due is still due after %s could not be read",
  async (table) => {
    const stations = stationBoard(START);
    const { board } = stations;
    const evaluator = new ReadinessEvaluator({
      now: stations.now,
      unstored: new Unstored({ db: databaseUnavailable(), server: "test", onReadinessChanges: async () => {} }),
      onFacts: () => {},
      onUnstored: () => {},
      setDue: () => {},
    });
    const reader = new ReadinessReader({ db, board, evaluator });
    board.evaluateBy(evaluator);
    stations.facts(STATION, org_id, {});
    stations.report([STATION], {}, { status: { system: "IDLE" }, charger_info: { batteries: CHARGED } });
    const codes = () => {
      const found = board.find(STATION, { orgId: null, admin: true })?.readiness?.readiness;
      return found?.reasons.map(({ code }) => code);
    };
    reader.rereadAll();
    await asOwner(sql`alter table ${sql.table(table)} rename to unreadable`);
    await expect(reader.read()).rejects.toThrow("does not exist");
    expect(codes()).toBeUndefined();
    await asOwner(sql`alter table unreadable rename to ${sql.table(table)}`);
    await reader.read();
    expect(codes()).toEqual(["few_batteries"]);
  },
);

const CHARGED = [1, 2].map((slot) => ({ slot, status: "COMPLETE" }));
