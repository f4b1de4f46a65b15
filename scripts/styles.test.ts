import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../web/src", import.meta.url));

test("every class that a style sheet composes from another one is in that one", () => {
  const composed = globSync("**/*.module.css", { cwd: ROOT }).flatMap((file) =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(/composes: ([\w-]+) from "([^"]+)"/g)].map(
      ([, name = "", path = ""]) => ({ file, name, from: join(ROOT, dirname(file), path) }),
    ),
  );
  expect(composed.length).toBeGreaterThan(0);
  const missing = composed.filter(({ name, from }) => !readFileSync(from, "utf8").includes(`.${name} {`));
  expect(missing).toEqual([]);
});
