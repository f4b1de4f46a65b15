import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../../test/database.ts";
import { addOrganization, addStation } from "../../../test/stations.ts";
import { Scope } from "../http/index.ts";
import { inTransaction, onConnection, PREPARED, scoped, type Db, type SharedDb } from "./connect.ts";

const { db, shared } = await testDatabase();
const org = await addOrganization(db, "Harbor Air");
await addStation(db, { name: "gc-a", org_id: org });

test("a query of a tenant's table does not compile without a scope", () => {
  const refused = (plain: SharedDb) => [
    // @ts-expect-error: tenant tables are not visible without a scope
    () => plain.selectFrom("stations"),
    // @ts-expect-error: they cannot be joined either
    () => plain.selectFrom("organizations").innerJoin("stations", "stations.org_id", "organizations.id"),
    // @ts-expect-error: nor written
    () => plain.updateTable("station_errors"),
    // @ts-expect-error: a function that needs tenant tables does not accept a handle without them
    () => namesOf(plain),
    // @ts-expect-error: nor a transaction on such a handle
    () => inTransaction(plain, namesOf),
    // @ts-expect-error: a scope cannot be constructed by hand
    () => scoped(plain, { orgId: null, admin: true, seesAny: true, sees: () => true }),
  ];
  expect(refused(shared)).toHaveLength(6);
});

test("the tables of tenants can be used with a scope, in transactions too, and not without one", async () => {
  const ofOrganization = scoped(shared, Scope.of({ kind: "api_key", id: 1, orgId: org, provider: false }));
  expect(await namesOf(ofOrganization)).toEqual([{ name: "gc-a" }]);
  expect(await inTransaction(ofOrganization, namesOf)).toEqual([{ name: "gc-a" }]);
  for (const nobody of [Scope.of({ kind: "anonymous" }), Scope.of({ kind: "station", name: "gc-a" })]) {
    expect(() => scoped(shared, nobody)).toThrow("A caller who may see no organization");
  }
});

test("a connection prepares a statement that is sent all the time once", async () => {
  const found = await onConnection(db, async (session) => {
    const echo = async (n: number) =>
      (await sql<{ n: number }>`${PREPARED} select ${n}::integer as n`.execute(session)).rows;
    expect([await echo(1), await echo(2)]).toEqual([[{ n: 1 }], [{ n: 2 }]]);
    return sql`select statement, generic_plans + custom_plans as used from pg_prepared_statements`.execute(session);
  });
  expect(found.rows).toEqual([{ statement: "/* prepared */ select $1::integer as n", used: 2 }]);
});

function namesOf(handle: Db): Promise<{ name: string }[]> {
  return handle.selectFrom("stations").select("name").execute();
}
