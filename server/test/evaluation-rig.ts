import { usualRules, type Condition, type NewRule } from "@groundcrew/shared/alerts";
import { defaultBrand } from "@groundcrew/shared/brand";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { pino } from "pino";
import { Evaluation } from "../src/alerts/evaluation/evaluation.ts";
import type { Db } from "../src/platform/db/index.ts";
import { formMessages } from "../src/notifications/messages/form-messages.ts";
import type { StationFacts } from "../src/stations/board/row-text.ts";
import { addChannel } from "./access/seed.ts";
import { emptyTables, testDatabase, insertRow } from "./database.ts";
import { stationBoard } from "./station-board.ts";
import { addOrganization, addStation } from "./stations.ts";

const START = Date.parse("2026-11-25T12:00:00.000Z");

type StoredAlert = {
  id: number;
  kind: string;
  subject: string;
  title: string;
  detail: string;
  severity: string;
  level: number;
  stations: number;
  parent: string | null;
  in_maintenance: boolean;
  flapping: boolean;
  ended_at: string | null;
  end_reason: string | null;
};

/** Stations on a board that a test controls, and the evaluation of rules over a database. */
export async function evaluationRig() {
  const { db, url } = await testDatabase();
  const fleet = stationBoard(START);
  const { board, now } = fleet;
  const provider = await addOrganization(db, "Groundcrew");
  await db.updateTable("organizations").set({ is_provider: true }).where("id", "=", provider).execute();
  const harbor = await addOrganization(db, "Harbor Air");
  const options = { db, board, brand: defaultBrand, now, log: pino({ level: "silent" }) };
  let evaluation = new Evaluation(options);
  board.onChange(({ name }) => evaluation.mark(name));
  const run = () => evaluation.run(new AbortController().signal);
  let count = 0;

  return {
    ...fleet,
    ...readersOf(db),
    ...maintenanceIn(db, (name, maintenance) => fleet.facts(name, harbor, { maintenance })),
    db,
    url,
    orgs: { provider, harbor },
    run,
    markTopic: (topic: "alert_rules" | "error_groups" | "maintenance" | "support_log" | null) =>
      evaluation.markTopic(topic),
    /** Another server takes over, which knows only what is stored. */
    async takeOver(): Promise<void> {
      evaluation = new Evaluation(options);
      await run();
    },
    /** Forms messages of what is due now. */
    form: () => formMessages({ db, origin: "https://groundcrew.example", product: "Groundcrew" }, now()),
    /** Time passes in steps, after each of which rules are evaluated. */
    async wait(minutes: number, step = Math.min(1, minutes)): Promise<void> {
      for (let passed = 0; passed < minutes; passed += step) {
        fleet.pass(step * MINUTE_MS);
        await run();
      }
    },
    facts: (name: string, more: Partial<StationFacts>) => fleet.facts(name, harbor, more),
    /** Adds stations of a customer that are online and report, each at a place of its own unless one is given. */
    stations: async (number: number, more: Partial<StationFacts> = {}): Promise<string[]> => {
      const names = Array.from({ length: number }, () => `gc-${String((count += 1)).padStart(12, "0")}`);
      for (const name of names) {
        await addStation(db, { name, org_id: harbor });
        fleet.facts(name, harbor, { location_deployment: `Place of ${name}`, ...more });
      }
      fleet.report(names);
      return names;
    },
    /** Adds a rule of an organization, the provider's by default, that notifies a channel; returns the channel's recipient. */
    async rule(condition: Condition, more: Partial<NewRule> = {}): Promise<{ id: number; recipient: string }> {
      const orgId = more.org_id ?? provider;
      const channel = await addChannel(db, orgId, `Channel ${(count += 1)}`);
      const id = await insertRule(db, { orgId, condition, channel, more });
      evaluation.markTopic("alert_rules");
      await run();
      return { id, recipient: `channel:${channel}` };
    },
    /** Removes all that rules have found, and the rules. All stations are online again. */
    async clear(): Promise<void> {
      fleet.report(fleet.names());
      await emptyTables(db, ["notifications", "alerts", "alert_rules", "channels"]);
      evaluation.markTopic("alert_rules");
      await run();
    },
  };
}

type Adding = { orgId: number; condition: Condition; channel: number; more: Partial<NewRule> };

async function insertRule(db: Db, { orgId, condition, channel, more }: Adding): Promise<number> {
  const [usual] = usualRules();
  if (!usual) throw new Error("There are no usual rules.");
  const { name, severity, group_by, repeat_minutes, tells_recovery, scope, steps } = { ...usual, ...more };
  const row = { org_id: orgId, name, kind: condition.kind, severity, auto_join: true, channels: [channel], group_by };
  const texts = { condition: JSON.stringify(condition), scope: JSON.stringify(scope), steps: JSON.stringify(steps) };
  const values = { ...row, ...texts, repeat_minutes, tells_recovery, enabled: true, edited_by: "test" };
  return insertRow(db, "alert_rules", values);
}

function maintenanceIn(db: Db, show: (name: string, maintenance: StationFacts["maintenance"]) => void) {
  return {
    /** Puts a station into maintenance until a time, or ends it. */
    async setMaintenance(name: string, until: string | null = "2026-11-26T16:00:00.000Z"): Promise<void> {
      if (until === null) {
        await sql`update stations set maintenance_id = null where name = ${name}`.execute(db);
        return show(name, null);
      }
      const window = { why: "Belt", by: "Ana Ruiz", by_staff: false, from: "2026-11-25T00:00:00.000Z", until };
      const { rows } = await sql<{ id: number }>`
        with started as (
          insert into maintenance_windows (station_name, why, by_name, by_staff, starts, ends)
          values (${name}, ${window.why}, ${window.by}, ${window.by_staff}, ${window.from}, ${until}) returning id
        )
        update stations set maintenance_id = started.id from started where name = ${name} returning started.id`.execute(
        db,
      );
      show(name, { id: rows[0]?.id ?? 0, ...window });
    },
  };
}

function readersOf(db: Db) {
  return {
    /** All alerts, oldest first. */
    async alerts(): Promise<StoredAlert[]> {
      const found = await sql<StoredAlert>`
        select a.id, a.kind, a.subject, a.title, a.detail, a.severity, a.level, a.stations, p.subject as parent, a.in_maintenance, a.flapping,
          a.ended_at, a.end_reason
        from alerts a left join alerts p on p.id = a.parent_id order by a.id`.execute(db);
      return found.rows;
    },
    /** What recipients are notified of, in order: type and title without the station; with why for what is not sent. */
    async notified(recipient?: string): Promise<string[]> {
      const found = await sql<{ type: string; title: string; result: string; why: string }>`
        select type, title, result, why from notifications
        where ${recipient ?? null}::text is null or recipient = ${recipient ?? null} order by id`.execute(db);
      return found.rows.map(({ type, title, result, why }) => {
        const line = `${type} ${title.replace(/ \(Serial of .*\)$/, "")}`;
        return result === "not_sent" ? `${line} -- ${why}` : line;
      });
    },
  };
}
