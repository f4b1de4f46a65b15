import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { alertmanagerRig, diskFull, message, resolved } from "../../test/alertmanager-rig.ts";

const rig = await alertmanagerRig();
const { db, receiver, send } = rig;

beforeEach(rig.clear);

test("repeated messages are one entry of the audit, and each change is one", async () => {
  const { channel, secret } = await receiver();
  const entries = async () => {
    const found = await db
      .selectFrom("audit_entries")
      .select(["actor", "after"])
      .orderBy("id")
      .where("action", "=", "receiveAlertmanagerAlerts")
      .where("target", "=", `channel ${channel.id}`)
      .execute();
    return found.map(({ actor, after }) => `${actor} ${JSON.stringify(after)}`);
  };
  for (let times = 0; times < 5; times += 1) await send(secret, message(diskFull));
  await send(secret, message({ ...diskFull, annotations: { summary: "Nearly full" } }));
  for (let times = 0; times < 3; times += 1) await send(secret, message(resolved));
  const actor = `channel ${channel.id}`;
  expect(await entries()).toEqual([
    `${actor} {"firing":1,"resolved":0}`,
    `${actor} {"firing":1,"resolved":0}`,
    `${actor} {"firing":0,"resolved":1}`,
  ]);
});

test("a wrong token is refused before the body is read, and one that is repeated has to wait, while the right one need not", async () => {
  const { secret } = await receiver();
  // A body that is not even JSON.
  const wrong = () =>
    rig.app.inject({
      method: "POST",
      url: "/api/alerts/alertmanager",
      headers: { authorization: "Bearer wrong", "content-type": "application/json" },
      payload: "{".repeat(2_000_000),
    });
  expect((await wrong()).statusCode).toBe(401);
  for (let times = 0; times < 20; times += 1) await wrong();
  expect((await wrong()).statusCode).toBe(429);
  expect((await send(secret, message(diskFull))).statusCode).toBe(204);
});

test("at most 1,000 alerts of a channel are active, and what is resolved or known is accepted still", async () => {
  const { secret } = await receiver();
  const numbered = (from: number, count: number) =>
    Array.from({ length: count }, (_, nth) => ({ ...diskFull, fingerprint: (from + nth).toString(16) }));
  expect((await send(secret, message(...numbered(1, 1_000)))).statusCode).toBe(204);
  const more = await send(secret, message({ ...resolved, fingerprint: "1" }, ...numbered(2, 5), ...numbered(2_000, 3)));
  expect([more.statusCode, more.json().detail]).toEqual([
    422,
    "At most 1,000 alerts of a channel can be active. 2 alerts of this message were left out.",
  ]);
  const active = await sql`select id from alerts where ended_at is null`.execute(db);
  expect(active.rows).toHaveLength(1_000);
});
