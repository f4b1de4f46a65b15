import { Kysely, PostgresDialect, type CompiledQuery } from "kysely";
import { onTestFinished } from "vitest";
import { z } from "zod";
import { openPool } from "../src/platform/db/pool.ts";
import type { Database, Db } from "../src/platform/db/index.ts";

/** One step of a plan that read rows from a table: how, by which index, and how many rows it returned or discarded. */
export type Read = { table: string; how: string; index: string | undefined; rows: number };

const node = z.looseObject({
  "Node Type": z.string(),
  "Relation Name": z.string().optional(),
  "Index Name": z.string().optional(),
  "Actual Rows": z.number(),
  "Actual Loops": z.number(),
  "Rows Removed by Filter": z.number().default(0),
  "Rows Removed by Join Filter": z.number().default(0),
  get Plans() {
    return z.array(node).optional();
  },
});
type Node = z.output<typeof node>;
const explained = z.tuple([z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: node })]) })]);

/**
 * How PostgreSQL reads tables for the queries that `work` makes on the database at `url`: runs every statement once more with
 * EXPLAIN ANALYZE, and rolls it back.
 */
export async function readsOf(url: string, work: (db: Db) => Promise<unknown>): Promise<Read[]> {
  return (await plansOf(url, work)).flatMap(readsIn);
}

/** How many rows the steps of the same plans return or discard, those that joins compare in vain among them. */
export async function rowsHandled(url: string, work: (db: Db) => Promise<unknown>): Promise<number> {
  return (await plansOf(url, work)).map(handledIn).reduce((sum, rows) => sum + rows, 0);
}

async function plansOf(url: string, work: (db: Db) => Promise<unknown>): Promise<Node[]> {
  const queries: CompiledQuery[] = [];
  const pool = openPool(url, () => {});
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void queries.push(query),
  });
  onTestFinished(() => db.destroy());
  await work(Object.assign(db, { hasTenants: true } as const));
  const client = await pool.connect();
  try {
    const plans: Node[] = [];
    for (const { sql, parameters } of queries) {
      await client.query("begin");
      const { rows } = await client.query(`explain (analyze, format json) ${sql}`, [...parameters]);
      await client.query("rollback");
      plans.push(explained.parse(rows)[0]["QUERY PLAN"][0].Plan);
    }
    return plans;
  } finally {
    client.release();
  }
}

function readsIn(plan: Node): Read[] {
  const below = (plan.Plans ?? []).flatMap(readsIn);
  const { "Relation Name": table, "Index Name": index, "Node Type": how } = plan;
  if (table === undefined || how === "ModifyTable") return below;
  const rows = (plan["Actual Rows"] + plan["Rows Removed by Filter"]) * plan["Actual Loops"];
  return [{ table, how, index, rows }, ...below];
}

function handledIn(plan: Node): number {
  const removed = plan["Rows Removed by Filter"] + plan["Rows Removed by Join Filter"];
  const below = (plan.Plans ?? []).map(handledIn).reduce((sum, rows) => sum + rows, 0);
  return (plan["Actual Rows"] + removed) * plan["Actual Loops"] + below;
}
