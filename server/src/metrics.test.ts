import { readFileSync } from "node:fs";
import { collectDefaultMetrics, register, Registry } from "prom-client";
import { expect, test } from "vitest";
import "./main.ts";

const docs = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");

/** The metrics named in the documentation that start with a prefix. */
function documented(prefix: string): string[] {
  const names = [...docs.matchAll(/`(\w+_\w+)`/g)].flatMap(([, name = ""]) => (name.startsWith(prefix) ? name : []));
  return [...new Set(names)].toSorted();
}

test("the documentation lists each of the server's metrics, and no other", () => {
  const own = register.getMetricsAsArray().map(({ name }) => name);
  expect(own.length).toBeGreaterThan(10);
  expect(
    documented("groundcrew_").filter((name) => !name.startsWith("groundcrew_server") && name !== "groundcrew_owner"),
  ).toEqual(own.toSorted());
});

test("the metrics of the process that the documentation names exist", () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const existing = new Set(registry.getMetricsAsArray().map(({ name }) => name));
  const named = ["nodejs_", "process_"].flatMap(documented);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !existing.has(name))).toEqual([]);
});
