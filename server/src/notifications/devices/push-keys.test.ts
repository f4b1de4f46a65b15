import { sql } from "kysely";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { emptyTables, limitedConnection, testDatabase, insertRow } from "../../../test/database.ts";
import { freezableProxy } from "../../../test/freezable-proxy.ts";
import { addOrganization } from "../../../test/stations.ts";
import { openSealer } from "../../platform/lib/index.ts";
import { openPushKeys, PUSH_SECRETS } from "../index.ts";

const { db, url } = await testDatabase();
const sealer = openSealer("a key for tests alone", PUSH_SECRETS);

beforeEach(async () => {
  await emptyTables(db, ["push_keys", "devices"]);
});

test("servers that start at the same time make one pair of keys, whose private part is encrypted", async () => {
  const pairs = await Promise.all(Array.from({ length: 8 }, () => openPushKeys(db, sealer)));
  const known = new Set(pairs.map(({ privateKey }) => Buffer.from(privateKey).toString("hex")));
  expect(known.size).toBe(1);
  expect(await openPushKeys(db, sealer)).toEqual(pairs[0]);
  const { rows } = await sql<{ sealed: Uint8Array }>`select sealed from push_keys`.execute(db);
  expect(rows).toHaveLength(1);
  expect(Buffer.from(rows[0]?.sealed ?? []).toString("hex")).not.toContain([...known][0]);
});

test("with another secret key there are new keys, and all devices end with the reason", async () => {
  const before = await openPushKeys(db, sealer);
  const org_id = await addOrganization(db, "Harbor Air");
  const { id } = await db
    .insertInto("users")
    .values({ email: "user@harbor.example", org_id })
    .returning("id")
    .executeTakeFirstOrThrow();
  const device = { user_id: id, name: "Chrome on Linux", endpoint: "https://push.example/1", endpoint_hash: "1" };
  await insertRow(db, "devices", { ...device, p256dh: Buffer.alloc(65), auth: Buffer.alloc(16) });
  const other = openSealer("another key for tests", PUSH_SECRETS);
  const pairs = await Promise.all(Array.from({ length: 4 }, () => openPushKeys(db, other)));
  expect(new Set(pairs.map(({ publicKey }) => Buffer.from(publicKey).toString("hex"))).size).toBe(1);
  expect(pairs[0]?.publicKey).not.toEqual(before.publicKey);
  const { rows } = await sql`select ended, end_reason from devices`.execute(db);
  expect(rows).toEqual([{ ended: expect.any(String), end_reason: "The server has a new key for push messages" }]);
});

test("a start waits for a database that does not respond for longer than the query timeout", async () => {
  const pair = await openPushKeys(db, sealer);
  const proxy = await freezableProxy(url);
  onTestFinished(() => proxy.close());
  const limited = limitedConnection(proxy.url);
  onTestFinished(() => limited.destroy());
  proxy.freeze();
  const opening = openPushKeys(limited, sealer);
  // The first connection was closed.
  await expect.poll(proxy.connections).toBeGreaterThan(1);
  proxy.thaw();
  expect(await opening).toEqual(pair);
});
