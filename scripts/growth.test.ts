import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { tableOf } from "../bench/cells.ts";

test("docs/growth.md has the table that the measured costs lead to", () => {
  const document = readFileSync(new URL("../docs/growth.md", import.meta.url), "utf8");
  const [, table] =
    /<!-- cells: made by npm run bench cells -->\n\n([^]*?)\n\n<!-- end of cells -->/.exec(document) ?? [];
  expect(table).toBe(tableOf());
});
