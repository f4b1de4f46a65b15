import { endpoint } from "@groundcrew/shared/contract";
import { sql } from "kysely";
import pino from "pino";
import { expect, test } from "vitest";
import { z } from "zod";
import { testDatabase } from "../../test/database.ts";
import { identifyBy } from "../../test/identify.ts";
import { isDatabaseUnavailable } from "../platform/db/index.ts";
import { answer, createApp, Problem, route } from "../platform/http/index.ts";
import { change, confirmAnswer, findAnswer } from "./index.ts";

const { db, asOwner } = await testDatabase();

const { app } = await createApp({
  log: pino({ level: "silent" }),
  origin: "http://127.0.0.1:4000",
  tileOrigin: null,
  trustProxy: [],
  identify: identifyBy(() => undefined),
  findAnswer: (key) => findAnswer(db, key),
  storeRefusal: async () => {},
  isDatabaseUnavailable,
  now: () => 0,
});

const created = z.object({ id: z.number(), name: z.string() });
const declare = (name: string, path: `/api/${string}`) =>
  endpoint({
    name,
    summary: "Adds an organization.",
    method: "POST",
    idempotencyKey: true,
    path,
    access: "public",
    body: z.strictObject({ name: z.string() }),
    replies: { 201: created },
  });

for (const [name, path, kind] of [
  ["addThing", "/api/things", {}],
  ["addSecret", "/api/secrets", { secret: true }],
  ["addPromise", "/api/promises", { provisional: true }],
] as const) {
  route(app, declare(name, path), (call) =>
    change(db, call, async (tx) => {
      const row = await tx
        .insertInto("organizations")
        .values({ name: call.body.name })
        .returning(["id", "name"])
        .executeTakeFirstOrThrow();
      if (row.name.startsWith("Refused")) throw new Problem(409, "Not this one.");
      const audit = { target: `organization ${row.id}`, orgId: row.id, after: row };
      const notes = row.name.startsWith("Unchanged") ? [] : audit;
      return { answer: answer(201, { ...row, hidden: "never sent" }), audit: notes, ...kind };
    }),
  );
}

function add(name: string, key?: string, url = "/api/things") {
  return app.inject({ method: "POST", url, payload: { name }, headers: key ? { "idempotency-key": key } : {} });
}

async function named(name: string): Promise<number> {
  const rows = await db.selectFrom("organizations").select("id").where("name", "=", name).execute();
  return rows.length;
}

test("a change is recorded with its author and its content", async () => {
  const reply = await add("Written Down");
  const row = await db.selectFrom("audit_entries").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    actor_kind: "anonymous",
    action: "addThing",
    target: `organization ${reply.json().id}`,
    request_id: reply.headers["x-request-id"],
    before: null,
    after: { name: "Written Down" },
  });
});

test("a change that fails stores neither the change nor its audit row", async () => {
  const before = await db.selectFrom("audit_entries").select("id").execute();
  expect((await add("Refused", "refused")).statusCode).toBe(409);
  expect(await named("Refused")).toBe(0);
  expect(await db.selectFrom("audit_entries").select("id").execute()).toEqual(before);
});

test("a request repeated with its idempotency key runs once and gets the same answer", async () => {
  const first = await add("Once", "key-1");
  const again = await add("Once", "key-1");
  expect(again.statusCode).toBe(201);
  expect(again.json()).toEqual(first.json());
  // By which its act can be undone.
  expect(again.headers["x-request-id"]).toBe(first.headers["x-request-id"]);
  expect(await named("Once")).toBe(1);
});

test("a repeated request that changed nothing says so again", async () => {
  const changed = async (name: string, key: string) => (await add(name, key)).headers["x-changed"];
  expect([await changed("Unchanged", "key-9"), await changed("Unchanged", "key-9")]).toEqual(["no", "no"]);
  expect([await changed("New", "key-10"), await changed("New", "key-10")]).toEqual([undefined, undefined]);
});

test("of many concurrent requests with one idempotency key, one runs", async () => {
  const replies = await Promise.all(Array.from({ length: 8 }, () => add("All At Once", "key-2")));
  expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
  expect(replies[0]?.statusCode).toBe(201);
  expect(await named("All At Once")).toBe(1);
});

test("a key that is reused with a different body is rejected", async () => {
  await add("Key Owner", "key-3");
  const reply = await add("Key Thief", "key-3");
  expect(reply.statusCode).toBe(422);
  expect(await named("Key Thief")).toBe(0);
});

test("a secret that is shown once is not shown again for a repeated request", async () => {
  await add("Secret", "key-4", "/api/secrets");
  const reply = await add("Secret", "key-4", "/api/secrets");
  expect(reply.statusCode).toBe(409);
  const { body } = await db
    .selectFrom("idempotency_keys")
    .select("body")
    .where("key", "=", "key-4")
    .executeTakeFirstOrThrow();
  expect(body).toBeNull();
});

test("fields that the reply does not declare are not sent, also when the request is repeated", async () => {
  expect((await add("Declared", "key-5")).json()).not.toHaveProperty("hidden");
  expect((await add("Declared", "key-5")).json()).not.toHaveProperty("hidden");
});

test("audit rows can be neither changed nor removed", async () => {
  await add("Kept");
  // Neither by the server nor by the owner of the tables.
  for (const change of [sql`update audit_entries set actor = 'someone else'`, sql`delete from audit_entries`]) {
    await expect(change.execute(db)).rejects.toThrow("permission denied for table audit_entries");
    await expect(asOwner(change)).rejects.toThrow("only ever added to");
  }
});

test("when the disk is full, a change fails with a clear message and stores nothing, and reading still works", async () => {
  // The error of PostgreSQL when a table or its log cannot grow.
  await asOwner(sql`
    create function find_disk_full() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
  await asOwner(sql`create trigger full_disk before insert on audit_entries execute function find_disk_full()`);
  const reply = await add("Never Stored");
  expect([reply.statusCode, reply.headers["retry-after"]]).toEqual([503, "5"]);
  expect(reply.json().detail).toMatch(/^The database's disk is full, so nothing can be stored right now\./);
  const names = await db.selectFrom("organizations").select("name").execute();
  expect(names).not.toContainEqual({ name: "Never Stored" });
  await asOwner(sql`drop trigger full_disk on audit_entries`);
  expect((await add("Stored Again")).statusCode).toBe(201);
});

test("a provisional response that was never confirmed expires, and a confirmed one stays", async () => {
  const promise = async (name: string) => (await add(name, "one", "/api/promises")).json();
  const expired = await promise("Promised");
  expect(await promise("Promised")).toEqual(expired);
  await expire();
  // As after a crash; a different body is accepted as well.
  const confirmed = await promise("Promised again");
  expect(confirmed.id).not.toBe(expired.id);
  await confirmAnswer(db, { principal: "anonymous", action: "addPromise", key: "one", requestHash: Buffer.of() });
  await expire();
  expect(await promise("Promised again")).toEqual(confirmed);
});

/** Lets provisional answers expire. */
async function expire(): Promise<void> {
  const past = new Date(0).toISOString();
  await db
    .updateTable("idempotency_keys")
    .set({ provisional_until: past })
    .where("provisional_until", "is not", null)
    .execute();
}
