import type { ReportReader } from "@groundcrew/shared/availability";
import { DAY_MS, HOUR_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { at, availabilityRig, NOVEMBER } from "../../../test/availability-rig.ts";
import { addCallers } from "../../../test/callers.ts";
import type { Who } from "../../../test/calls-rig.ts";
import { emptyTables } from "../../../test/database.ts";
import { rollUpDays } from "../../readiness/index.ts";
import { sendReports } from "./send-reports.ts";

const SIX = NOVEMBER + 6 * HOUR_MS;
const rig = await availabilityRig();
const { call, clock, db, orgs } = rig;
await addCallers(rig);

beforeEach(async () => {
  clock.now = at(2);
  await emptyTables(db, ["topic_subscriptions", "notifications", "jobs", "throttles", "device_tests"]);
  await sql`update users set org_id = ${orgs.harbor} where id = 1`.execute(db);
});

/** Records October of both stations, and rolls up the days before a time. */
function record(until = SIX) {
  const { ofHarbor: harbor, ofField: field } = rig;
  const changes = [
    harbor(at(1), "ready"),
    harbor(at(4), "unknown", { link: false }),
    harbor(at(5), "ready"),
    field(at(1), "ready"),
  ];
  return rig.record(changes, at(1), until);
}

const put = (who: Who, body: object) => call(who, "/availability/recipients", { method: "PUT", body });
const ofHarbor = (add: number[], remove: number[] = []) => ({ org_id: orgs.harbor, add, remove });

async function sent() {
  const found = await sql<{ line: string }>`
    select concat_ws(' ', recipient, org_id, result, title, nullif(why, '')) as line from notifications order by id`.execute(
    db,
  );
  return found.rows.map(({ line }) => line);
}

describe("the reports of a month", () => {
  // @spec R3.10
  test("are sent on the 1st at 06:00 UTC to their recipients, with figures and a link", async () => {
    await put("harbor manager", ofHarbor([1, 2]));
    await put("admin", { org_id: null, add: [5], remove: [] });
    await record();
    await sendReports(db, SIX - 1);
    expect(await sent()).toEqual([]);
    await sendReports(db, SIX);
    const harbor = "Harbor Air, October 2026: availability 96.77%";
    expect(await sent()).toEqual([
      `email:1 ${orgs.harbor} held ${harbor}`,
      `email:2 ${orgs.harbor} held ${harbor}`,
      `email:5 ${orgs.provider} held All organizations, October 2026: availability 98.38%`,
    ]);
    expect((await rig.messages(SIX))[0]).toMatchObject({
      payload: {
        title: harbor,
        lines: [
          "Link 96.77% · 1 outage, longest 24 h. No comparison: September was recorded for 0 of 30 days.",
          "Figures can change until Nov 3.",
        ],
        open_url: `https://groundcrew.example/stats/availability?av-month=2026-10&av-org=${orgs.harbor}`,
      },
    });
  });

  // @spec R3.10
  test("are sent once, also by servers that send at the same time, and later if none ran", async () => {
    await put("harbor manager", ofHarbor([2]));
    await record();
    const late = SIX + 12 * DAY_MS;
    await Promise.all([sendReports(db, late), sendReports(db, late), sendReports(db, late)]);
    await sendReports(db, late + HOUR_MS);
    expect(await sent()).toEqual([expect.stringMatching(/^email:2 \d+ held Harbor Air/)]);
  });

  test("wait until all days of the month are rolled up", async () => {
    await put("harbor manager", ofHarbor([2]));
    await record(NOVEMBER - HOUR_MS);
    await sendReports(db, SIX);
    expect(await sent()).toEqual([]);
    await rollUpDays(db, SIX);
    await sendReports(db, SIX);
    expect(await sent()).toHaveLength(1);
  });

  test("are not sent to people who were added after their time", async () => {
    clock.now = SIX;
    await put("harbor manager", ofHarbor([2]));
    await record();
    await sendReports(db, SIX + HOUR_MS);
    expect(await sent()).toEqual([]);
  });

  // @spec R3.11
  test("are not sent if nothing was recorded, and Deliveries says so", async () => {
    await put("harbor manager", ofHarbor([2]));
    await put("admin", ofHarbor([5]));
    await sendReports(db, SIX);
    await sendReports(db, SIX + HOUR_MS);
    const why = "not_sent Harbor Air, October 2026: availability – Nothing was recorded in October 2026.";
    expect(await sent()).toEqual([`email:2 ${orgs.harbor} ${why}`, `email:5 ${orgs.provider} ${why}`]);
  });

  // @spec R3.9, R3.11
  test("are not sent to people who may no longer see them, who are no recipients from then on", async () => {
    await put("harbor manager", ofHarbor([1, 2]));
    await sql`update users set org_id = ${orgs.field} where id = 1`.execute(db);
    await record();
    await sendReports(db, SIX);
    const title = "Harbor Air, October 2026: availability 96.77%";
    expect(await sent()).toEqual([
      `email:1 ${orgs.harbor} not_sent ${title} The person may no longer see these stations.`,
      `email:2 ${orgs.harbor} held ${title}`,
    ]);
    const { rows } = await sql`select user_id from report_recipients`.execute(db);
    expect(rows).toEqual([{ user_id: 2 }]);
  });

  test("are sent although another one fails, which is sent once it can be", async () => {
    await put("harbor manager", ofHarbor([2]));
    await put("admin", { org_id: orgs.field, add: [3], remove: [] });
    await record();
    await rig.asOwner(sql`alter table reports_sent add constraint refused check (org_id <> ${sql.lit(orgs.harbor)})`);
    await expect(sendReports(db, SIX)).rejects.toThrow("refused");
    expect(await sent()).toEqual([expect.stringMatching(/^email:3 \d+ held Northfield Agri/)]);
    await rig.asOwner(sql`alter table reports_sent drop constraint refused`);
    await sendReports(db, SIX + HOUR_MS);
    expect(await sent()).toEqual([
      expect.stringMatching(/^email:3 \d+ held Northfield Agri/),
      expect.stringMatching(/^email:2 \d+ held Harbor Air/),
    ]);
  });

  test("are not sent to people who have switched them off", async () => {
    await put("harbor manager", ofHarbor([2]));
    await sql`insert into topic_subscriptions (user_id, topic, email, push) values (2, 'availability', false, true)`.execute(
      db,
    );
    await record();
    await sendReports(db, SIX);
    expect(await sent()).toEqual([expect.stringContaining("The person has switched reports off in My Notifications.")]);
  });
});

describe("recipients", () => {
  const readers = async (who: Who, query = "") => {
    const reply = await call(who, `/availability/recipients${query}`);
    expect(reply.statusCode).toBe(200);
    return reply.json<ReportReader[]>();
  };
  const receiving = async (who: Who, query = "") =>
    (await readers(who, query)).filter(({ receives }) => receives).map(({ id }) => id);

  // @spec R3.9
  test("of a manager are people of their organization, and those of others stay", async () => {
    expect((await put("admin", ofHarbor([1, 4]))).statusCode).toBe(200);
    expect((await readers("harbor manager")).map(({ id }) => id)).toEqual([2, 1]);
    expect((await put("harbor manager", ofHarbor([2], [1, 4]))).statusCode).toBe(200);
    expect(await receiving("harbor manager")).toEqual([2]);
    expect(await receiving("admin", `?org_id=${orgs.harbor}`)).toEqual([2, 4]);
    expect((await put("harbor manager", ofHarbor([4]))).statusCode).toBe(404);
    expect((await put("admin", ofHarbor([3]))).statusCode).toBe(404);
    expect((await put("admin", { add: [1], remove: [] })).statusCode).toBe(404);
    expect(await receiving("admin", `?org_id=${orgs.harbor}`)).toEqual([2, 4]);
    expect((await put("harbor manager", { org_id: orgs.field, add: [], remove: [] })).statusCode).toBe(404);
    expect((await put("harbor user", ofHarbor([1]))).statusCode).toBe(403);
  });

  // @spec R3.9
  test("of the report of all organizations are for admins, and of their own for other staff who manage", async () => {
    expect((await call("staff manager", "/availability/recipients")).statusCode).toBe(404);
    expect((await put("staff manager", { org_id: null, add: [4], remove: [] })).statusCode).toBe(404);
    const ofProvider = { org_id: orgs.provider, add: [4], remove: [] };
    expect((await put("staff manager", ofProvider)).statusCode).toBe(200);
    expect(await receiving("admin", `?org_id=${orgs.provider}`)).toEqual([4]);
    expect(await receiving("admin")).toEqual([]);
  });

  // @spec R3.9
  test("are at most 20, and the audit log names those of the organization", async () => {
    await sql`
      insert into users (id, email, org_id) overriding system value
      select 100 + n, 'person' || n || '@harbor.example', ${orgs.harbor} from generate_series(1, 21) n`.execute(db);
    const people = Array.from({ length: 21 }, (_, nth) => 101 + nth);
    const refused = await put("harbor manager", ofHarbor(people));
    expect([refused.statusCode, refused.json().detail]).toEqual([409, "A report has at most 20 recipients."]);
    expect(await receiving("harbor manager")).toEqual([]);
    await put("admin", ofHarbor([4, 101]));
    const { rows } = await sql<{ after: unknown }>`select after from audit_entries order by id desc limit 1`.execute(
      db,
    );
    expect(rows).toEqual([{ after: { recipients: ["person1@harbor.example"] } }]);
    await sql`delete from users where id > 100`.execute(db);
    expect(await receiving("admin", `?org_id=${orgs.harbor}`)).toEqual([4]);
  });
});

describe("a report that people send themselves", () => {
  const send = (who: Who, body: object) => call(who, "/availability/recipients/me", { method: "POST", body });

  // @spec R3.9
  test("is that of a month that they may see, at most 6 times a minute", async () => {
    await record();
    clock.now = SIX;
    const mine = { org_id: orgs.harbor, month: "2026-10" };
    const replies = [];
    for (let nth = 0; nth < 7; nth += 1) replies.push((await send("harbor user", mine)).statusCode);
    expect(replies).toEqual([204, 204, 204, 204, 204, 204, 429]);
    expect((await sent())[0]).toBe(`email:1 ${orgs.harbor} held Harbor Air, October 2026: availability 96.77%`);
    expect((await send("field user", mine)).statusCode).toBe(404);
    expect((await send("admin", { month: "2026-10" })).statusCode).toBe(204);
    const empty = await send("harbor manager", { month: "2026-09" });
    expect([empty.statusCode, empty.json().detail]).toEqual([409, "Nothing was recorded in September 2026."]);
  });

  test("counts also if it could not be sent", async () => {
    const replies = [];
    for (let nth = 0; nth < 7; nth += 1) replies.push((await send("harbor user", { month: "2026-10" })).statusCode);
    expect(replies).toEqual([409, 409, 409, 409, 409, 409, 429]);
  });
});
