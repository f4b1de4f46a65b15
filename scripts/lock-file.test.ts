import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type LockFile = { packages: Record<string, { optionalDependencies?: Record<string, string> }> };

test("the lock file names the packages of every system, or npm ci refuses it", () => {
  const { packages }: LockFile = JSON.parse(readFileSync(new URL("../package-lock.json", import.meta.url), "utf8"));
  const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies));
  const named = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf("node_modules/"))));
  expect(wanted.length).toBeGreaterThan(0);
  expect(wanted.filter((name) => !named.has(`node_modules/${name}`))).toEqual([]);
});
