import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { settings, settingsTables } from "../server/src/platform/config/index.ts";
import { withSettings } from "./settings-table.ts";

const operations = readFileSync(new URL("../docs/operations.md", import.meta.url), "utf8");

test("the settings in docs/operations.md are current (npm run settings)", () => {
  expect(operations).toBe(withSettings(operations, settingsTables()));
});

test("every setting has a row in docs/operations.md", () => {
  const rows = operations.matchAll(/^\| `([A-Z][A-Z0-9_]+)`[^|]* \| [^|]+ \| [^|]+ \|$/gm);
  expect([...rows].map(([, name]) => name)).toEqual(settings.map(({ name }) => name));
});

test("settings are written between the markers of a document, and a document without them is rejected", () => {
  const [start, end] = ["<!-- settings: written by npm run settings -->", "<!-- end of settings -->"];
  const document = `before\n${start}\nold\n${end}\nafter\n`;
  expect(withSettings(document, "new\n")).toBe(`before\n${start}\n\nnew\n\n${end}\nafter\n`);
  expect(() => withSettings("before\nafter\n", "new\n")).toThrow("lacks");
});
