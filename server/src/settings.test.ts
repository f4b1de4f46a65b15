import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { settings } from "./settings.ts";

test("the README lists every setting as it is, and no other", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const rows = readme.split("\n").filter((line) => /^\| `[A-Z0-9_]+` \|/.test(line));
  expect(rows).toEqual(settings.map((each) => `| \`${each.name}\` | ${each.meaning} | ${each.default} |`));
});
