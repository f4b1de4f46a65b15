import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Package = { optionalDependencies?: Record<string, string>; license?: string; dev?: boolean; link?: boolean };
type LockFile = { packages: Record<string, Package> };

const { packages }: LockFile = JSON.parse(readFileSync(new URL("../package-lock.json", import.meta.url), "utf8"));

test("the lock file lists the optional packages of every platform, without which npm ci fails", () => {
  const optional = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  );
  const named = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf("node_modules/"))));
  expect(optional.length).toBeGreaterThan(0);
  expect(optional.filter((name) => !named.has(`node_modules/${name}`))).toEqual([]);
});

test("every installed package declares its licence, except the five development dependencies that decision 0038 lists", () => {
  const without = Object.entries(packages).filter(
    ([path, { license, link }]) => path.includes("node_modules/") && link !== true && license === undefined,
  );
  expect(without.filter(([, { dev }]) => dev !== true)).toEqual([]);
  const names = without.map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
  expect(names.toSorted()).toEqual(["busboy", "dicer", "humanize-number", "only", "streamsearch"]);
});
