import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parser } from "@prometheus-io/lezer-promql";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { describedMetrics, processMetrics } from "../server/src/start/metrics-table.ts";
import { DATABASE_METRICS, LOAD_BALANCER_METRICS } from "./program-metrics.ts";

const deploy = fileURLToPath(new URL("../deploy", import.meta.url));
const read = (path: string) => readFileSync(`${deploy}/${path}`, "utf8");

const alert = z.strictObject({
  alert: z.string().regex(/^Groundcrew[A-Z]\w+$/),
  expr: z.string(),
  for: z
    .string()
    .regex(/^\d+[smh]$/)
    .optional(),
  labels: z.strictObject({ severity: z.enum(["critical", "warning"]) }),
  annotations: z.strictObject({ summary: z.string(), description: z.string() }),
});
const rules = z.strictObject({ groups: z.array(z.strictObject({ name: z.string(), rules: z.array(alert) })) });

const gridPos = z.strictObject({ x: z.int(), y: z.int(), w: z.int(), h: z.int() });
const dashboard = z.looseObject({
  uid: z.string(),
  title: z.string(),
  annotations: z.object({ list: z.array(z.looseObject({ expr: z.string() })) }),
  templating: z.object({ list: z.array(z.looseObject({ name: z.string() })) }),
  panels: z.array(
    z.looseObject({
      id: z.int(),
      title: z.string(),
      type: z.enum(["row", "stat", "timeseries"]),
      gridPos,
      targets: z.array(z.looseObject({ expr: z.string(), legendFormat: z.string() })).default([]),
    }),
  ),
});

const groups = globSync("prometheus/*rules.yaml", { cwd: deploy }).flatMap(
  (path) => rules.parse(parse(read(path))).groups,
);
const alerts = groups.flatMap((group) => group.rules);
const files = globSync("grafana/dashboards/*.json", { cwd: deploy });
const dashboards = files.map((path) => dashboard.parse(JSON.parse(read(path))));

/** The queries of all alerts and panels. Grafana replaces its variables before Prometheus reads them. */
const queries = [
  ...alerts.map(({ alert: where, expr }) => ({ where, expr })),
  ...dashboards.flatMap(({ title, panels, annotations }) => [
    ...annotations.list.map(({ expr }) => ({ where: title, expr })),
    ...panels.flatMap((panel) => panel.targets.map(({ expr }) => ({ where: `${title}, ${panel.title}`, expr }))),
  ]),
].map(({ where, expr }) => ({ where, expr: expr.replaceAll("$__rate_interval", "1m") }));

const metrics = await labelsOfMetrics();

/** Every series that Prometheus reads, with its labels. */
async function labelsOfMetrics(): Promise<Map<string, readonly string[]>> {
  const target = ["instance", "job"];
  const found = new Map<string, readonly string[]>();
  for (const name of ["up", ...processMetrics()]) found.set(name, target);
  for (const [name, labels] of Object.entries({ ...DATABASE_METRICS, ...LOAD_BALANCER_METRICS }))
    found.set(name, [...target, ...labels]);
  for (const { name, type, labels } of await describedMetrics()) {
    const all = [...target, ...labels];
    if (type !== "histogram") found.set(name, all);
    else
      found
        .set(`${name}_bucket`, [...all, "le"])
        .set(`${name}_sum`, all)
        .set(`${name}_count`, all);
  }
  return found;
}

/** The metrics and labels that a query names, and what is wrong with its grammar. */
function readQuery(expr: string): { metrics: string[]; labels: string[]; errors: string[] } {
  const found = { metrics: new Array<string>(), labels: new Array<string>(), errors: new Array<string>() };
  parser.parse(expr).iterate({
    enter({ name, type, from, to, node }) {
      const text = expr.slice(from, to);
      if (type.isError) found.errors.push(`at ${from}: ${expr.slice(from, from + 20)}`);
      if (name === "Identifier" && node.parent?.name === "VectorSelector") found.metrics.push(text);
      if (name === "LabelName") found.labels.push(text);
    },
  });
  return found;
}

test("every query of alerts and dashboards is correct PromQL", () => {
  expect(queries.length).toBeGreaterThan(80);
  const wrong = queries.flatMap(({ where, expr }) => readQuery(expr).errors.map((error) => `${where}: ${error}`));
  expect(wrong).toEqual([]);
  expect(readQuery("sum(rate(up[5m])").errors).not.toEqual([]);
});

test("every metric that alerts and dashboards name exists, and has the labels that they name", () => {
  const wrong = queries.flatMap(({ where, expr }) => {
    const { metrics: named, labels } = readQuery(expr);
    const known = new Set(named.flatMap((name) => metrics.get(name) ?? []));
    return [...named.filter((name) => !metrics.has(name)), ...labels.filter((label) => !known.has(label))].map(
      (name) => `${where}: ${name}`,
    );
  });
  expect(wrong).toEqual([]);
});

test("every value of an outcome that an alert selects is one that the metric's description names", async () => {
  const helps = new Map((await describedMetrics()).map(({ name, help }) => [name, help]));
  const selected = queries.flatMap(({ where, expr }) =>
    [...expr.matchAll(/(\w+?)(?:_count|_bucket)?\{[^}]*outcome=~?"([\w|]+)"/g)].flatMap(([, name = "", values = ""]) =>
      values.split("|").map((value) => ({ where, value, help: helps.get(name) ?? "" })),
    ),
  );
  expect(selected.length).toBeGreaterThan(5);
  expect(selected.filter(({ value, help }) => !new RegExp(`\\b${value}\\b`).test(help))).toEqual([]);
});

test("every metric of the server is on a dashboard", async () => {
  const shown = dashboards.flatMap(({ panels }) => panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)));
  const all = shown.join("\n");
  expect((await describedMetrics()).map(({ name }) => name).filter((name) => !all.includes(name))).toEqual([]);
});

test("labels that the texts of alerts show are left by their queries", () => {
  const missing = alerts.flatMap(({ alert: name, expr, annotations }) => {
    const shown = [...JSON.stringify(annotations).matchAll(/\$labels\.(\w+)/g)].map(([, label = ""]) => label);
    const kept = / by \(/.test(expr)
      ? readQuery(expr).labels
      : readQuery(expr).metrics.flatMap((each) => metrics.get(each) ?? []);
    return shown.filter((label) => !kept.includes(label)).map((label) => `${name}: ${label}`);
  });
  expect(missing).toEqual([]);
});

test("names of alerts, dashboards and panels are unique, and panels do not overlap", () => {
  expect(new Set(alerts.map(({ alert: name }) => name)).size).toBe(alerts.length);
  expect(dashboards.map(({ uid }) => uid).toSorted()).toEqual([
    "groundcrew-database",
    "groundcrew-overview",
    "groundcrew-server",
    "groundcrew-several-servers",
    "groundcrew-stations",
  ]);
  for (const { panels } of dashboards) {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([]);
  }
});

test("Grafana's variables are declared, and Prometheus reads the rules", () => {
  for (const path of files) {
    const { templating } = dashboard.parse(JSON.parse(read(path)));
    const used = new Set([...read(path).matchAll(/\$\{?([a-z]\w+)/g)].map(([, name = ""]) => name));
    expect([...used].toSorted()).toEqual(templating.list.map(({ name }) => name).toSorted());
  }
  expect(parse(read("prometheus/prometheus.yaml"))).toMatchObject({ rule_files: ["rules.yaml"] });
});

const reliability = readFileSync(new URL("../docs/reliability.md", import.meta.url), "utf8");
/** How an operator sees each fault: the last two cells of its row in docs/reliability.md. */
const faults = [...reliability.matchAll(/^\| (F\d+) \|.*$/gm)].map(([line, id = ""]) => {
  const [inMetrics = "", inAlerts = ""] = line.split("|").slice(4, 6);
  const isSeen = [inMetrics, inAlerts].every((cell) => codeIn(cell).length > 0 || /^ none, because .{20}/.test(cell));
  return { id, isSeen, selectors: codeIn(inMetrics).map((code) => selectorOf(code)), named: codeIn(inAlerts) };
});

/** The name of a metric, and the labels that are selected. */
function selectorOf(code: string): { name: string; labels: string[] } {
  const [name = "", selected = ""] = code.split("{");
  return { name, labels: [...selected.matchAll(/(\w+)=/g)].map(([, label = ""]) => label) };
}

function codeIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
}

test("each fault in docs/reliability.md names a metric and an alert rule, or says why it has none", () => {
  expect(faults.length).toBe(27);
  expect(faults.filter(({ isSeen }) => !isSeen)).toEqual([]);
});

test("each metric that a fault names is in /metrics, with its labels", () => {
  const wrong = faults.flatMap(({ id, selectors }) =>
    selectors.flatMap(({ name, labels }) => {
      const known = metrics.get(name) ?? metrics.get(`${name}_count`);
      return known && labels.every((label) => known.includes(label)) ? [] : [`${id}: ${name}`];
    }),
  );
  expect(wrong).toEqual([]);
});

test("each alert rule that a fault names exists, and reads a metric of that fault", () => {
  const read = new Map(alerts.map(({ alert: name, expr }) => [name, readQuery(expr).metrics]));
  const wrong = faults.flatMap(({ id, selectors, named }) => {
    const own = new Set(selectors.flatMap(({ name }) => [name, `${name}_count`, `${name}_bucket`]));
    return named.filter((name) => !read.get(name)?.some((each) => own.has(each))).map((name) => `${id}: ${name}`);
  });
  expect(wrong).toEqual([]);
});
