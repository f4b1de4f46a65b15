import { sql, type SelectType } from "kysely";
import { expect, test } from "vitest";
import { columns } from "../../../test/columns.ts";
import { testDatabase } from "../../../test/database.ts";
import type { Database } from "./connect.ts";

type Nullability<Value> = unknown extends Value
  ? "required" | "nullable"
  : null extends Value
    ? "nullable"
    : "required";

/** The types in `tables` as values. Does not compile when a column is missing, superfluous, or wrongly nullable. */
type Columns = {
  [Table in keyof Database]: {
    [Column in keyof Database[Table]]: Nullability<SelectType<Database[Table][Column]>>;
  };
};

/** The reverse check: does not compile when `columns` has a column that those lack. */
type Known = { [Table in keyof typeof columns]: Record<keyof (typeof columns)[Table], "required" | "nullable"> };

const typed: Columns = columns;
const expected: Known = typed;

const { db } = await testDatabase();

test("the tables with types have the columns and nullability that the migrations produce", async () => {
  const found = await sql<{ table_name: string; column_name: string; is_nullable: string }>`
    select table_name, column_name, is_nullable from information_schema.columns
    where table_schema = 'public' and table_name = any(${Object.keys(expected)})
    order by table_name, column_name`.execute(db);
  const actual: Record<string, Record<string, string>> = {};
  for (const { table_name, column_name, is_nullable } of found.rows) {
    const table = (actual[table_name] ??= {});
    table[column_name] = is_nullable === "YES" ? "nullable" : "required";
  }
  expect(expected).toEqual(actual);
});
