import { DAY_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { rowsRead } from "../../test/rows-read.ts";
import { addOrganization } from "../../test/stations.ts";
import { onConnection, type Db } from "../platform/db/index.ts";
import { takeExpired } from "./queries.ts";

const { db } = await testDatabase();
const orgId = await addOrganization(db, "Harbor Air");
const owner = await db
  .insertInto("users")
  .values({ email: "kari@harbor.example", org_id: orgId })
  .returning("id")
  .executeTakeFirstOrThrow();

/** Adds alerts that the organization and support staff have acknowledged. */
async function addOwned(on: Db, count: number): Promise<void> {
  await sql`
    with added as (
      insert into alerts (kind, subject, org_id, severity, title, detail, since)
      select 'offline', 'station:' || gen_random_uuid(), ${orgId}, 'urgent', 'Offline', '', now()
      from generate_series(1, ${count}::integer) returning id
    )
    insert into ownerships (kind, subject, owner_id, by_name, assigned_at, acknowledged_at, until, rev)
    select 'alert', id || side, ${owner.id}, 'Kari', now(), now(), now() + interval '1 day', 1
    from added cross join (values (''), ('-' || ${orgId}::integer)) sides(side)`.execute(on);
}

const end = (on: Db, count: number) =>
  sql`
  update alerts set ended_at = now(), end_reason = 'Online again'
  where id in (select id from alerts where ended_at is null order by id limit ${count})`.execute(on);

test("an alert that ends reads its own owners, on a connection that has ended alerts while there were few", async () => {
  await onConnection(db, async (session) => {
    await addOwned(session, 20);
    // Plans are kept from the sixth time on.
    await end(session, 10);
    await addOwned(session, 2_000);
    expect(await rowsRead(session, (tx) => end(tx, 100))).toBeLessThan(10_000);
    const { rows } = await sql<{ owners: number }>`select count(*) as owners from ownerships`.execute(session);
    expect(rows).toEqual([{ owners: 2 * (2_020 - 110) }]);
  });
});

test("what expires at the same time is released 5,000 at once, and reads no other alerts", async () => {
  await onConnection(db, async (session) => {
    await sql`delete from ownerships`.execute(session);
    await addOwned(session, 3_000);
    const inTwoDays = new Date(Date.now() + 2 * DAY_MS).toISOString();
    const read = await rowsRead(session, async (tx) => expect(await takeExpired(tx, inTwoDays)).toHaveLength(5_000));
    expect(read).toBeLessThan(100_000);
    expect(await takeExpired(session, inTwoDays)).toHaveLength(1_000);
  });
});
