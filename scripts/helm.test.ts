import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { misspelled, readConfig } from "../server/src/platform/config/index.ts";
import { labels, matches, only, pod, portsOf, resourcesOf } from "./chart-resources.ts";
import { chartSum, EXAMPLES, renderedPath } from "./render-chart.ts";

const helm = fileURLToPath(new URL("../deploy/helm", import.meta.url));
const read = (path: string) => readFileSync(join(helm, path), "utf8");
const scratch = mkdtempSync(join(tmpdir(), "chart-"));
afterAll(() => rmSync(scratch, { recursive: true }));

test("the values of the chart and its examples follow its schema, and its defaults alone do not", () => {
  const defaults: Record<string, unknown> = parse(read("groundcrew/values.yaml"));
  const schema: object = JSON.parse(read("groundcrew/values.schema.json"));
  const validate = new Ajv().compile(schema);
  expect(validate(defaults)).toBe(false);
  for (const example of EXAMPLES) {
    const values: Record<string, unknown> = parse(read(`examples/${example}.yaml`));
    expect([validate(values), validate.errors]).toEqual([true, null]);
    expect(Object.keys(values).filter((name) => !(name in defaults))).toEqual([]);
  }
});

test("the chart has the version of the program", () => {
  const { version }: { version: string } = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  );
  expect(parse(read("groundcrew/Chart.yaml"))).toMatchObject({ version, appVersion: version });
});

describe.each(EXAMPLES)("the chart rendered with the values '%s'", (example) => {
  const resources = resourcesOf(example);
  const server = pod.parse(only(resources, "Deployment", "groundcrew").spec).template;
  const migration = pod.parse(only(resources, "Job").spec).template;
  const [container] = server.spec.containers;

  test("is what Helm made of these files", () => {
    expect(readFileSync(renderedPath(example), "utf8").split("\n", 1)[0]).toBe(chartSum(example));
  });

  test("gives servers and migration settings that are valid in production, with secrets that are mounted", () => {
    for (const { spec } of [server, migration]) {
      const [{ env, volumeMounts }] = spec.containers;
      const mounted = spec.volumes.flatMap(({ secret }) => secret?.items.map(({ path }) => path) ?? []);
      const settings = Object.fromEntries(env.map(({ name, value }) => [name, value]));
      const files = Object.entries(settings).filter(([name]) => name.endsWith("_FILE"));
      expect(files.map(([, path]) => basename(path)).toSorted()).toEqual(mounted.toSorted());
      for (const [name, path] of files) {
        expect(path).toBe(`/run/secrets/groundcrew/${basename(path)}`);
        settings[name] = join(scratch, basename(path));
        writeFileSync(settings[name], SECRETS[basename(path)] ?? "");
      }
      const all: NodeJS.ProcessEnv = {
        ...settings,
        GROUNDCREW_MODE: "production",
        DATA_DIR: "/var/lib/groundcrew",
      };
      delete all["NODE_EXTRA_CA_CERTS"];
      expect(misspelled(all)).toEqual([]);
      expect(readConfig(all)).toMatchObject({ mode: "production", opsHost: "0.0.0.0", broker: BROKERS[example] });
      expect(volumeMounts.map(({ name }) => name).toSorted()).toEqual(spec.volumes.map(({ name }) => name).toSorted());
    }
  });

  test("lets only the migration have the owner's password, before the servers start", () => {
    const names = ({ spec }: typeof server) => spec.containers[0].env.map(({ name }) => name);
    expect(names(server)).not.toContain("MIGRATION_DATABASE_URL_FILE");
    expect(names(migration)).toContain("MIGRATION_DATABASE_URL_FILE");
    expect(migration.spec.containers[0]).toMatchObject({ image: container.image, args: ["migrate"] });
    expect(only(resources, "Job").metadata.annotations).toMatchObject({ "helm.sh/hook": "pre-install,pre-upgrade" });
  });

  test("asks the operations port whether a server runs and is ready, and gives it time to stop", () => {
    const { startupProbe, livenessProbe, readinessProbe, ports } = container;
    const asked = [startupProbe, livenessProbe, readinessProbe].map((one) => one?.httpGet);
    const port = "ops";
    expect(asked).toEqual(["/healthz", "/healthz", "/readyz"].map((path) => ({ path, port })));
    expect(ports.slice(0, 2)).toEqual([
      { name: "console", containerPort: 4000 },
      { name: "ops", containerPort: 9400 },
    ]);
    // 25 s, and the 5 s in which requests still arrive.
    expect(server.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(30);
  });

  test("selects servers only, or HAProxy only, never the migration", () => {
    const selectors = resources.flatMap(({ kind, metadata, spec }) => {
      const found = kind === "NetworkPolicy" ? spec["podSelector"] : spec["selector"];
      if (kind === "ServiceMonitor" || found === undefined) return [];
      return [{ name: metadata.name, selector: z.record(z.string(), z.unknown()).parse(found) }];
    });
    expect(selectors.length).toBeGreaterThanOrEqual(4);
    for (const { name, selector } of selectors) {
      const wanted = labels.parse(selector["matchLabels"] ?? selector);
      const ofHaproxy = name.startsWith("groundcrew-haproxy");
      expect(matches(wanted, server.metadata.labels)).toBe(!ofHaproxy);
      expect(matches(wanted, { ...server.metadata.labels, "app.kubernetes.io/component": "haproxy" })).toBe(ofHaproxy);
      expect(matches(wanted, migration.metadata.labels)).toBe(false);
    }
  });
});

test("a claim for backups gives servers a folder for them, and without one they make none", () => {
  const settingsOf = (example: string) =>
    pod.parse(only(resourcesOf(example), "Deployment", "groundcrew").spec).template.spec.containers[0].env;
  const names = (example: string) => settingsOf(example).map(({ name }) => name);
  expect(names("smallest").filter((name) => name.startsWith("BACKUP_"))).toEqual([]);
  expect(settingsOf("complete")).toContainEqual({ name: "BACKUP_DIR", value: "/var/lib/groundcrew-backups" });
});

test.each([
  ["complete", ["groundcrew-ops"]],
  ["own-brokers", ["groundcrew-haproxy-ops", "groundcrew-ops"]],
])("the monitor of Prometheus reads the services of metrics only: %s", (example, expected) => {
  const resources = resourcesOf(example);
  const { selector, endpoints } = z
    .looseObject({
      selector: z.object({ matchLabels: labels }),
      endpoints: z.array(z.looseObject({ port: z.string() })),
    })
    .parse(only(resources, "ServiceMonitor").spec);
  const services = resources.filter(({ kind }) => kind === "Service");
  const selected = services.filter(({ metadata }) => matches(selector.matchLabels, metadata.labels));
  expect(selected.map(({ metadata }) => metadata.name).toSorted()).toEqual(expected);
  expect(endpoints.map(({ port }) => port).toSorted()).toEqual(
    selected.flatMap((one) => portsOf(one).map(({ name }) => name)).toSorted(),
  );
});

const BROKERS = {
  smallest: { kind: "external" },
  complete: { kind: "external" },
  "own-brokers": { kind: "embedded", host: "0.0.0.0", port: 1883 },
} as const;

const SECRETS: Readonly<Record<string, string>> = {
  secret_key: "0123456789abcdef".repeat(3),
  database_url: "postgres://groundcrew_server:one@db.example.com/groundcrew",
  migration_database_url: "postgres://groundcrew_owner:two@db.example.com/groundcrew",
  nats_url: "tls://groundcrew:six@nats.example.com:4222",
  mqtt_url: "mqtts://console:three@broker.example.com:8884",
  s3_secret_access_key: "four",
  admin_password: "seven quiet lanterns",
  backup_passphrase: "quiet lanterns on the pier",
  smtp_url: "smtps://console:five@mail.example.com:465",
  turn_secret: "fedcba9876543210".repeat(3),
};
