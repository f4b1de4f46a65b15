import { sql } from "kysely";
import { register } from "prom-client";
import { expect, test } from "vitest";
import { limitedDatabase } from "../../../test/database.ts";

const { db } = await limitedDatabase();

async function valueOf(name: string, label: string, value: string): Promise<number> {
  const { values } = (await register.getSingleMetric(name)?.get()) ?? { values: [] };
  const isMeant = (each: (typeof values)[number]) =>
    each.labels[label] === value && (!("metricName" in each) || each.metricName === `${name}_count`);
  return values.find(isMeant)?.value ?? 0;
}

test("metrics show the connections of the pool and the duration of statements", async () => {
  const name = "groundcrew_db_query_duration_seconds";
  const [queries, errors] = [await valueOf(name, "outcome", "query"), await valueOf(name, "outcome", "error")];
  await db.connection().execute(async (one) => {
    await sql`select 1`.execute(one);
    expect(await valueOf("groundcrew_db_connections", "state", "busy")).toBeGreaterThanOrEqual(1);
  });
  await expect(sql`select no_such_column`.execute(db)).rejects.toThrow("no_such_column");
  expect(await valueOf(name, "outcome", "query")).toBeGreaterThan(queries);
  expect(await valueOf(name, "outcome", "error")).toBeGreaterThan(errors);
  expect(await valueOf("groundcrew_db_connections", "state", "idle")).toBeGreaterThanOrEqual(1);
});
