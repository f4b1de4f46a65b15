import { usualRules, type AlertRule } from "@groundcrew/shared/alerts";
import { defaultBrand as brand } from "@groundcrew/shared/brand";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { callsRig } from "../../../test/calls-rig.ts";
import { alertRuleRoutes } from "../index.ts";

const now = () => Date.now();
const rig = await callsRig({ now, add: ({ app, db, board }) => alertRuleRoutes(app, { db, board, brand, now }) });
const { db, orgs } = rig;
const [offline] = usualRules();

async function add(fields: object) {
  return rig.call("harbor manager", "/alert-rules", { method: "POST", body: { ...offline, ...fields } });
}

test("a rule for a tag that is deleted meanwhile is refused", async () => {
  const tag = { org_id: orgs.harbor, name: "beta", meaning: "plain" as const };
  const scope = { kind: "tags", any: ["beta"], not: [] };
  const { id } = await db.insertInto("station_tags").values(tag).returning("id").executeTakeFirstOrThrow();
  const rule: AlertRule = (await add({ scope })).json();
  const deletion = await db.startTransaction().execute();
  await deletion.deleteFrom("station_tags").where("id", "=", id).execute();
  const calls = [
    add({ scope }),
    rig.call("harbor manager", `/alert-rules/${rule.id}`, {
      method: "PUT",
      body: { ...offline, scope, rev: rule.rev },
    }),
  ];
  await expect.poll(waitingForLocks).toBe(2);
  // A renamed tag changes rules.
  await sql`update alert_rules set name = 'A rule' where id = ${rule.id}`.execute(deletion);
  await deletion.commit().execute();
  expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual([404, 404]);
});

async function waitingForLocks(): Promise<number> {
  const found = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    db,
  );
  return found.rows[0]?.waiting ?? 0;
}
