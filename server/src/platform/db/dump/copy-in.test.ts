import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../../../test/database.ts";
import { connectForCopy } from "../connect.ts";
import { copyLine } from "./copy-in.ts";

const { url } = await testDatabase();

test("rows are stored as they are, with special characters and without values", async () => {
  const { db, copyIn } = connectForCopy(url);
  await sql`create temporary table copied (id integer, text text, json jsonb)`.execute(db);
  const texts = ["tab\tand\nline\r", "\\N", "\\.", "", null, "ø🚁", "x".repeat(200_000)];
  const lines = texts.map((text, id) => copyLine([id, text, { text }]));
  await copyIn("copy copied (id, text, json) from stdin", Buffer.from(lines.join("")));
  const { rows } = await sql`select text, json ->> 'text' as json from copied order by id`.execute(db);
  expect(rows).toStrictEqual(texts.map((text) => ({ text, json: text })));
  await db.destroy();
});

test("a statement that fails rejects with PostgreSQL's error, and the connection can be used again", async () => {
  const { db, copyIn } = connectForCopy(url);
  await sql`create temporary table copied (id integer primary key)`.execute(db);
  await expect(copyIn("copy copied from stdin", Buffer.from("1\n2\n1\n"))).rejects.toThrow("copied_pkey");
  await expect(copyIn("copy missing from stdin", Buffer.from("1\n"))).rejects.toThrow("missing");
  await copyIn("copy copied from stdin", Buffer.from("3\n"));
  expect((await sql`select id from copied`.execute(db)).rows).toStrictEqual([{ id: 3 }]);
  await db.destroy();
});
