import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { processMetrics } from "../server/src/start/metrics-table.ts";
import { metricsDocument } from "./metrics-table.ts";

const document = readFileSync(new URL("../docs/metrics.md", import.meta.url), "utf8");

test("docs/metrics.md lists each of the server's metrics with its type and labels (npm run metrics)", async () => {
  expect(document).toBe(await metricsDocument());
  expect(document.match(/^\| `groundcrew_\w+` \|/gm)?.length).toBeGreaterThan(40);
});

test("the metrics of the process that the document names exist", () => {
  const existing = new Set(processMetrics());
  const named = [...document.matchAll(/`((?:nodejs|process)_\w+)`/g)].map(([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !existing.has(name))).toEqual([]);
});

test("each name of a metric says its unit, or is a count or a state", () => {
  const names = [...document.matchAll(/^\| `(groundcrew_\w+)` \| (\w+)/gm)].map(([, name = "", type = ""]) => ({
    name,
    type,
  }));
  expect(names.filter(({ name, type }) => type === "counter" && !name.endsWith("_total"))).toEqual([]);
  expect(names.filter(({ name, type }) => type === "histogram" && !/_(seconds|bytes)$/.test(name))).toEqual([]);
});
