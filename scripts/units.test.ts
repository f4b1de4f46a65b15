import { globSync, readFileSync } from "node:fs";
import { join } from "node:path/posix";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** What makes texts with temperatures, and changes their unit for those who read another. */
const WRITERS = ["shared/src/lib/temperature-limits.ts", "shared/src/lib/units.ts"];

const COMMENTS = /\/\*[\s\S]*?\*\/|\/\/.*$/gm;

test("only these write the sign of degrees Fahrenheit, so that no text is left in a unit that its reader has not chosen", () => {
  const files = globSync("{shared,server,web,client}/{src,service-worker}/**/*.{ts,tsx}", { cwd: ROOT });
  const writers = files.filter(
    (file) =>
      !file.includes(".test.") && /° ?F\b/.test(readFileSync(join(ROOT, file), "utf8").replaceAll(COMMENTS, "")),
  );
  expect(files.length).toBeGreaterThan(1_000);
  expect(writers.sort()).toEqual(WRITERS);
});
