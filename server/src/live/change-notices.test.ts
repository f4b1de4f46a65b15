import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import { testDatabase } from "../../test/database.ts";
import { addOrganization, addStation } from "../../test/stations.ts";
import type { Db } from "../platform/db/index.ts";
import { listenForChanges, type ChangeFeed } from "./index.ts";
import type { ChangeNotice } from "./change-notices.ts";

const A = "gc-00000000000a";
const B = "gc-00000000000b";

let db: Db;
let feed: ChangeFeed;
let organization: number;
const received: ChangeNotice[] = [];

beforeAll(async () => {
  const opened = await testDatabase();
  db = opened.db;
  organization = await addOrganization(db, "Harbor Air");
  for (const name of [A, B]) await addStation(db, { name, org_id: organization });
  feed = listenForChanges(opened.url);
  feed.onChange((notice) => notice && received.push(notice));
  while (received.length === 0) {
    await sql`select notify_change('link', 'first', null, false)`.execute(db);
    await sleep(10);
  }
});
afterAll(() => feed.stop());

let marks = 0;

/** Waits until all notifications so far have arrived: they do in the order of their transactions. */
async function arrived(): Promise<void> {
  const mark = `mark ${++marks}`;
  await sql`select notify_change('link', ${mark}, null, false)`.execute(db);
  await expect.poll(() => received.some(({ station }) => station === mark)).toBe(true);
}

/** What is reported of a change. */
async function changed(change: () => Promise<unknown>): Promise<ChangeNotice[]> {
  await arrived();
  received.length = 0;
  await change();
  await arrived();
  return received.filter(({ topic }) => topic !== "link");
}

test("an error is reported for its station, once for all errors of a statement", async () => {
  const insert = sql`insert into station_errors (station_name, error_message) values (${A}, 'x'), (${A}, 'y'), (${B}, 'z')`;
  const notices = await changed(() => insert.execute(db));
  expect(notices).toHaveLength(2);
  expect(notices).toEqual(
    expect.arrayContaining([A, B].map((station) => ({ topic: "errors", station, orgId: null, forAdmins: false }))),
  );
});

test("a support log entry is reported to admins only", async () => {
  const insert = sql`insert into support_log_entries (station_name, author, status, content) values (${A}, 'x', 'note', 'y')`;
  expect(await changed(() => insert.execute(db))).toEqual([
    { topic: "support_log", station: A, orgId: null, forAdmins: true },
  ]);
});

test("a user is reported to their organization, and to the one they left", async () => {
  const other = await addOrganization(db, "Skyline");
  const user = { topic: "users", station: null, forAdmins: false };
  const insert = sql`insert into users (email, org_id) values ('kari@harbor.example', ${organization})`;
  expect(await changed(() => insert.execute(db))).toEqual([{ ...user, orgId: organization }]);
  const move = sql`update users set org_id = ${other} where email = 'kari@harbor.example'`;
  expect(await changed(() => move.execute(db))).toEqual([
    { ...user, orgId: other },
    { ...user, orgId: organization },
  ]);
});

test("a statement that changes very many stations reports all of them at once", async () => {
  for (let index = 0; index < 101; index++)
    await addStation(db, { name: `gc-${String(index).padStart(12, "0")}`, org_id: organization });
  const insert = sql`insert into station_errors (station_name, error_message) select name, 'x' from stations`;
  expect(await changed(() => insert.execute(db))).toEqual([
    { topic: "errors", station: null, orgId: null, forAdmins: false },
  ]);
});
