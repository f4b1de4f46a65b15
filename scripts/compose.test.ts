import { spawnSync } from "node:child_process";
import { BlockList } from "node:net";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";
import { IMAGE_LIMITS } from "@groundcrew/shared/cameras";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { misspelled, readConfig } from "../server/src/platform/config/index.ts";

const folder = fileURLToPath(new URL("../deploy/compose", import.meta.url));
const read = (path: string) => readFileSync(join(folder, path), "utf8");

const names = z.union([z.array(z.string()), z.record(z.string(), z.unknown()).transform(Object.keys)]).default([]);
const service = z.looseObject({
  image: z.string(),
  environment: z.record(z.string(), z.string()).default({}),
  secrets: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  networks: names,
  depends_on: names,
  command: z.union([z.string(), z.array(z.string())]).optional(),
  cap_add: z.array(z.string()).default([]),
});
const composeFile = z.looseObject({
  services: z.record(z.string(), service),
  networks: z.record(z.string(), z.unknown()),
  volumes: z.record(z.string(), z.null()),
  secrets: z.record(z.string(), z.strictObject({ file: z.string() })),
});
const compose = composeFile.parse(parse(read("compose.yaml")));
const services = Object.values(compose.services);

/** Made by prepare.sh, or by the person who installs it. */
const WRITTEN = new Set(["./tls", "./private-ca", "./alertmanager.yaml"]);

const scratch = mkdtempSync(join(tmpdir(), "compose-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Runs prepare.sh in a folder of this test. */
function prepare(): string {
  const { status, stderr } = spawnSync(join(folder, "prepare.sh"), [scratch], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  return join(scratch, "secrets");
}

test("the compose file declares what its services use, and nothing else", () => {
  const used = (pick: (each: (typeof services)[number]) => string[]) => [...new Set(services.flatMap(pick))].toSorted();
  expect(used(({ secrets }) => secrets)).toEqual(Object.keys(compose.secrets).toSorted());
  expect(used(({ networks }) => networks)).toEqual(Object.keys(compose.networks).toSorted());
  const sources = used(({ volumes }) => volumes.map((volume) => volume.split(":")[0] ?? ""));
  expect(sources.filter((source) => !source.startsWith("."))).toEqual(Object.keys(compose.volumes).toSorted());
  const files = sources.filter((source) => source.startsWith(".") && !WRITTEN.has(source));
  expect(files.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
  expect(used(({ depends_on }) => depends_on).filter((name) => !(name in compose.services))).toEqual([]);
});

test("every image of others has an exact version", () => {
  const images = services.map(({ image }) => image).filter((image) => image !== "groundcrew");
  expect(images.length).toBeGreaterThan(5);
  expect(images.filter((image) => !/^docker\.io\/[\w/-]+:v?\d+\.\d+(\.\d+)?(-\w+)?$/.test(image))).toEqual([]);
});

test("with the secrets that prepare.sh writes, the server's settings are valid in production", () => {
  const secrets = prepare();
  const environment = compose.services["groundcrew"]?.environment ?? {};
  const sample = new Map(Object.entries({ ...parseEnv(read("sample.env")), ADMIN_EMAIL: "admin@skyline.test" }));
  const values = Object.entries(environment).map(([name, value]) => {
    const filled = value.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, each: string) => sample.get(each) ?? "");
    return [name, filled.replaceAll("/run/secrets", secrets)] as const;
  });
  const env = { ...Object.fromEntries(values), GROUNDCREW_MODE: "production", DATA_DIR: scratch };
  expect(misspelled(env)).toEqual([]);
  const config = readConfig(env);
  expect(config).toMatchObject({
    mode: "production",
    origin: "https://console.example.com",
    trustProxy: ["172.30.94.2"],
  });
  expect(config.databaseUrl).toMatch(/^postgres:\/\/groundcrew_server:[0-9a-f]{64}@postgres\/groundcrew$/);
});

test("prepare.sh keeps existing secrets, and other users cannot enter their folder", () => {
  const secrets = prepare();
  const contents = () =>
    globSync("*", { cwd: secrets })
      .toSorted()
      .map((name) => readFileSync(join(secrets, name), "utf8"));
  const before = contents();
  expect(before).toHaveLength(Object.keys(compose.secrets).length);
  expect(new Set(before).size).toBe(before.length);
  prepare();
  expect(contents()).toEqual(before);
  expect(statSync(secrets).mode & 0o077).toBe(0);
});

/** The settings in a configuration file, without lines that are comments. */
function settingsIn(text: string): string[] {
  return text.split("\n").filter((line) => /^[^#\s]/.test(line));
}

test("Mosquitto's configuration is the documented one with the paths of the container", () => {
  const documented = settingsIn(readFileSync(new URL("../docs/mosquitto.conf", import.meta.url), "utf8"));
  const own = settingsIn(read("mosquitto.conf").replaceAll("/var/lib/groundcrew-mqtt", "/var/lib/groundcrew/mqtt"));
  expect(documented.filter((line) => !own.includes(line))).toEqual([
    "pid_file /run/mosquitto/mosquitto.pid",
    "listener 1883 127.0.0.1",
  ]);
  expect(own.filter((line) => !documented.includes(line))).toEqual([
    "certfile /mosquitto/tls/broker.crt",
    "keyfile /mosquitto/tls/broker.key",
    "listener 1883",
  ]);
});

test("coturn's configuration is the documented one, with address and secret on its command line", () => {
  const operations = readFileSync(new URL("../docs/operations.md", import.meta.url), "utf8");
  const documented = settingsIn(/```\n(listening-port[^]*?)```/.exec(operations)?.[1] ?? "");
  const own = settingsIn(read("turnserver.conf"));
  expect(own.length).toBeGreaterThan(30);
  // coturn takes a comment after a value for a part of the value.
  expect(documented.filter((line) => line.includes("#"))).toEqual([]);
  expect(own.filter((line) => !documented.includes(line))).toEqual([]);
  expect(documented.filter((line) => !own.includes(line)).map((line) => line.split("=")[0])).toEqual([
    "listening-ip",
    "relay-ip",
    "static-auth-secret",
    "allowed-peer-ip",
  ]);
});

test("coturn may be run as its image has it, and its secret is not among its arguments", () => {
  const { cap_add: added, command } = compose.services["coturn"] ?? {};
  expect(added).toContain("NET_BIND_SERVICE");
  const [script = ""] = command ?? [];
  expect(script.slice(script.indexOf("exec turnserver"))).not.toContain("secret");
});

test("the proxy's address is none that a container gets by itself", () => {
  const { ipam } = z
    .object({ ipam: z.object({ config: z.tuple([z.object({ subnet: z.string(), ip_range: z.string() })]) }) })
    .parse(compose.networks["proxy"]);
  const [{ ip_range: range }] = ipam.config;
  const free = new BlockList();
  free.addSubnet(range.split("/")[0] ?? "", Number(range.split("/")[1]));
  expect(free.check("172.30.94.128")).toBe(true);
  expect(free.check("172.30.94.2")).toBe(false);
});

test("Prometheus reads the server in another container, and gives alerts to an Alertmanager that is filled in", () => {
  const { scrape_configs: jobs, alerting } = z
    .looseObject({
      scrape_configs: z.array(z.looseObject({ static_configs: z.array(z.object({ targets: z.array(z.string()) })) })),
      alerting: z.object({
        alertmanagers: z.array(z.object({ static_configs: z.array(z.object({ targets: z.array(z.string()) })) })),
      }),
    })
    .parse(parse(read("prometheus.yaml")));
  const hosts = [...jobs, ...alerting.alertmanagers].flatMap(({ static_configs: configs }) =>
    configs.flatMap(({ targets }) => targets.map((target) => target.split(":")[0] ?? "")),
  );
  expect(hosts).toEqual(["groundcrew", "alertmanager"]);
  expect(hosts.filter((host) => !(host in compose.services))).toEqual([]);
  prepare();
  expect(readFileSync(join(scratch, "alertmanager.yaml"), "utf8")).toBe(read("sample-alertmanager.yaml"));
});

test("Caddy accepts the largest image that a station may upload", () => {
  const [, megabytes] = /max_size (\d+)MB/.exec(read("Caddyfile")) ?? [];
  expect(Number(megabytes) * 1_000_000).toBeGreaterThanOrEqual(IMAGE_LIMITS.bytes);
});
