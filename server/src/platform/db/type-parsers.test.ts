import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../../test/database.ts";

const { db } = await testDatabase();

async function read(expression: string): Promise<unknown> {
  const found = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(db);
  return found.rows[0]?.value;
}

test.each([
  ["timestamptz '2026-11-21 02:13:00+00'", "2026-11-21T02:13:00.000Z"],
  ["timestamptz '2026-11-21 02:13:00.5+00'", "2026-11-21T02:13:00.500Z"],
  ["timestamptz '2026-11-21 02:13:00.123999+00'", "2026-11-21T02:13:00.123Z"],
  ["timestamptz '2026-03-29 01:30:00 Europe/Berlin'", "2026-03-29T00:30:00.000Z"],
  ["date '2024-02-29'", "2024-02-29"],
  ["bigint '9007199254740991'", 9_007_199_254_740_991],
  ["bigint '-42'", -42],
  ["array[1, null]::bigint[]", [1, null]],
  ["'{}'::bigint[]", []],
  ["array['2026-11-21 02:13:00+00', null]::timestamptz[]", ["2026-11-21T02:13:00.000Z", null]],
  ["array[date '2024-02-29']", ["2024-02-29"]],
  ["null::timestamptz", null],
  [`'{"a": 1}'::json`, { a: 1 }],
])("%s comes back as %j", async (expression, value) => {
  expect(await read(expression)).toEqual(value);
});

test("a number too large to be exact is an error, not a rounded number", async () => {
  await expect(read("bigint '9007199254740993'")).rejects.toThrow("too large for an exact number");
});

test("a time that cannot be written as ISO text is an error", async () => {
  await expect(read("timestamptz 'infinity'")).rejects.toThrow("infinity");
});

test("an ISO time is read back as the text that was written", async () => {
  const then = "2026-11-21T02:13:00.123Z";
  const found = await sql<{ value: string }>`select ${then}::timestamptz as value`.execute(db);
  expect(found.rows[0]?.value).toBe(then);
});
