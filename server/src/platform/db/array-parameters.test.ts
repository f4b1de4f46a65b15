import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../../test/database.ts";
import { textArray } from "./array-parameters.ts";

const { db } = await testDatabase();

async function readBack(values: readonly (string | Uint8Array)[]): Promise<unknown> {
  const { rows } = await sql<{
    value: unknown;
  }>`select value from unnest(${textArray(values)}) as given(value)`.execute(db);
  return rows.map(({ value }) => value);
}

test.each([{ values: ["", 'é\n\\ "{}" ,null', "null"] }, { values: [] }])(
  "an array of the texts $values reaches PostgreSQL as it is",
  async ({ values }) => {
    expect(await readBack(values)).toEqual(values);
  },
);

test("text can be given as UTF-8, also as a part of a larger buffer", async () => {
  const bytes = Buffer.from("a snapshot: é").subarray(2, 10);
  expect(await readBack([bytes])).toEqual(["snapshot"]);
});
