import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../../test/database.ts";
import { arrayOf } from "./array-parameters.ts";

const { db } = await testDatabase();

async function readBack(array: ReturnType<typeof arrayOf>): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`select value from unnest(${array}) as given(value)`.execute(db);
  return rows.map(({ value }) => value);
}

test.each([
  { type: "text", values: ["", 'é\n\\ "{}" ,null', null, "null"] },
  { type: "bigint", values: [0, -1, null, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 2 ** 32, -(2 ** 32) - 1] },
  { type: "boolean", values: [true, false, null] },
  {
    type: "timestamptz",
    values: ["1969-12-31T23:59:59.999Z", null, "2000-01-01T00:00:00.000Z", "2026-03-01T12:00:30.001Z"],
  },
  { type: "text", values: [] },
] as const)("an array of $type reaches PostgreSQL as it is", async ({ type, values }) => {
  expect(await readBack(arrayOf<"text" | "bigint" | "boolean" | "timestamptz">(type, values))).toEqual(values);
});

test("text can be given as UTF-8, also as a part of a larger buffer", async () => {
  const bytes = Buffer.from("a snapshot: é").subarray(2, 10);
  expect(await readBack(arrayOf("text", [bytes]))).toEqual(["snapshot"]);
});
