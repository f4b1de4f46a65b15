import type { Alert } from "@groundcrew/shared/alerts";
import { defaultBrand as brand } from "@groundcrew/shared/brand";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { addAlert } from "../../test/alerts.ts";
import { callsRig, HARBOR, type Who } from "../../test/calls-rig.ts";
import { countActive } from "./evaluation/evaluation-queries.ts";
import { alertRoutes } from "./index.ts";

const now = () => Date.now();
const rig = await callsRig({ now, add: ({ app, db, board }) => alertRoutes(app, { db, board, brand, now }) });
const { db, orgs } = rig;

beforeEach(() => sql`delete from alerts`.execute(db));

const list = async (who: Who) => (await rig.call(who, "/alerts")).json();
const ofHarbor = (kind: string, fields: object = {}) =>
  addAlert(db, HARBOR, { org_id: orgs.harbor, kind, title: kind, ...fields });

test("each side reads its own limit and severity, and no limit or severity of others where none of its rules has found it", async () => {
  const shared = await ofHarbor("temperature", { title: "106°F inside, limit 90°F", severity: "urgent" });
  const support = await ofHarbor("battery_temperature", { title: "Battery at 50°C, limit 45°C" });
  await sql`update alerts set plain_title = case when id = ${shared} then '106°F inside' else 'Battery at 50°C' end`.execute(
    db,
  );
  await sql`
    insert into alert_matches (alert_id, rule_id, side, since, severity, level, title, detail) values
      (${shared}, 1, 0, now(), 'warning', 2, '106°F inside, limit 100°F', ''),
      (${shared}, 2, ${orgs.harbor}, now(), 'urgent', 4, '106°F inside, limit 90°F', ''),
      (${support}, 1, 0, now(), 'urgent', 2, 'Battery at 50°C, limit 45°C', '')`.execute(db);
  const read = async (who: Who) =>
    new Map((await list(who)).alerts.map(({ id, title, severity }: Alert) => [id, `${severity}: ${title}`]));
  expect(await read("staff")).toEqual(
    new Map([
      [support, "urgent: Battery at 50°C, limit 45°C"],
      [shared, "warning: 106°F inside, limit 100°F"],
    ]),
  );
  expect(await read("harbor user")).toEqual(
    new Map([
      [shared, "urgent: 106°F inside, limit 90°F"],
      [support, "warning: Battery at 50°C"],
    ]),
  );
});

test("what is over but may flap is listed apart, and only what ended by itself is counted as resolved today", async () => {
  const calm = await ofHarbor("offline");
  await sql`update alerts set calm_since = now(), flapping = true where id = ${calm}`.execute(db);
  const ended = { ended_at: new Date(now()).toISOString(), end_reason: "x" };
  await ofHarbor("temperature", ended);
  const off = await ofHarbor("clock_skew", ended);
  await sql`update alerts set end_cause = 'rule' where id = ${off}`.execute(db);
  const { alerts, counts } = await list("staff");
  expect(alerts).toMatchObject([{ id: calm, section: "calm", calm_since: expect.any(String) }]);
  expect(counts).toMatchObject({ unassigned: 0, ended_today: 1 });
  const counted = (await countActive(db)).filter(({ count }) => count > 0);
  expect(counted).toMatchObject([{ state: "over", count: 1 }]);
});
