import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { defaultBrand } from "@groundcrew/shared/brand";
import { expect, onTestFinished, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";
import { settings } from "./documented.ts";

const production = {
  GROUNDCREW_MODE: "production",
  ORIGIN: "https://console.skyline.test",
  SECRET_KEY: "Wq3vN8pXz5Lr1Tb7Ky4Hd9Jm2Sc6Fg0A",
  ADMIN_EMAIL: "Ada@skyline.test",
  ADMIN_PASSWORD: "a lantern over nine hills",
};

const store = {
  S3_ENDPOINT: "https://s3.skyline.test/",
  S3_BUCKET: "images",
  S3_ACCESS_KEY_ID: "key",
  S3_SECRET_ACCESS_KEY: "secret",
};

function mistakes(env: Record<string, string>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split("\n");
    throw error;
  }
}

test("without any variable the demo listens on the loopback address with sixty stations", () => {
  expect(readConfig({})).toEqual({
    mode: "demo",
    host: "127.0.0.1",
    port: 4000,
    opsHost: "127.0.0.1",
    opsPort: 9400,
    broker: { kind: "embedded", host: "127.0.0.1", port: 1883, threads: 0 },
    brokerPublicUrl: null,
    natsUrls: null,
    databaseUrl: null,
    migrationDatabaseUrl: null,
    dataDir: resolve("data"),
    imageStore: null,
    backup: { passphrase: null, schedule: null },
    stations: 60,
    demoSignOnPort: 0,
    origin: null,
    brand: defaultBrand,
    googleClientId: null,
    mapTiles: null,
    geocoderUrl: null,
    mail: { smtpUrl: null, from: "Groundcrew <console@localhost>" },
    webhooksMayBePrivate: false,
    relay: { kind: "own", host: "127.0.0.1", port: 3_478, publicHost: null },
    eventLimits: { perSecond: 10, errorsPerDay: 20_000 },
    errorsKeptDays: 730,
    eventsKeptDays: 30,
    auditKeptDays: 730,
    maxStreams: 100,
    listPagesAbove: 30_000,
    traces: null,
    trustProxy: [],
    logLevel: "warn",
    secretKey: null,
    firstAdmin: null,
  });
});

test("production with its secrets listens everywhere and simulates nothing", () => {
  const config = readConfig(production);
  expect(config).toMatchObject({ mode: "production", host: "0.0.0.0", stations: 0, logLevel: "info" });
  expect(config.broker).toEqual({ kind: "embedded", host: "0.0.0.0", port: 1883, threads: 1 });
  expect(config.origin).toBe("https://console.skyline.test");
  expect(config.firstAdmin).toEqual({ email: "ada@skyline.test", password: "a lantern over nine hills" });
});

test("production without its secrets names each one that is missing", () => {
  const found = mistakes({ GROUNDCREW_MODE: "production" });
  expect(found).toHaveLength(2);
  for (const name of ["ORIGIN", "SECRET_KEY"]) {
    expect(found).toContainEqual(expect.stringMatching(new RegExp(`^${name} is required in production`)));
  }
});

test("the first admin's email and password are configured together or not at all", () => {
  expect(readConfig({ ...production, ADMIN_EMAIL: "", ADMIN_PASSWORD: "" }).firstAdmin).toBeNull();
  for (const name of ["ADMIN_EMAIL", "ADMIN_PASSWORD"]) {
    expect(mistakes({ ...production, [name]: "" })).toEqual(["ADMIN_EMAIL and ADMIN_PASSWORD must be set together."]);
  }
});

test("a secret can be read from a file, and surrounding whitespace is ignored", () => {
  const folder = mkdtempSync(join(tmpdir(), "settings-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const inFile = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return { [name]: "", [`${name}_FILE`]: join(folder, name) };
  };
  const SMTP_URL = "smtps://console:hush@mail.test";
  const env = {
    ...production,
    ...inFile("SECRET_KEY", `${production.SECRET_KEY}\n`),
    ...inFile("ADMIN_PASSWORD", production.ADMIN_PASSWORD),
    ...inFile("DATABASE_URL", "postgres://a:b@db.test/console\n"),
    ...inFile("SMTP_URL", SMTP_URL),
    ...inFile("MQTT_URL", "mqtts://a:b@broker.test"),
    ...inFile("TURN_SECRET", production.SECRET_KEY),
    TURN_HOST: "turn.test",
    ...store,
    ...inFile("S3_SECRET_ACCESS_KEY", store.S3_SECRET_ACCESS_KEY),
  };
  const config = readConfig(env);
  expect(config).toMatchObject({
    secretKey: production.SECRET_KEY,
    firstAdmin: { password: production.ADMIN_PASSWORD },
    databaseUrl: "postgres://a:b@db.test/console",
    mail: { smtpUrl: SMTP_URL },
    broker: { url: "mqtts://a:b@broker.test" },
    relay: { relay: { turn: { secret: production.SECRET_KEY } } },
    imageStore: { secretAccessKey: "secret" },
  });
});

test("a secret's file that is missing, or configured together with the secret itself, is an error", () => {
  const both = mistakes({ ...production, SECRET_KEY_FILE: "/nowhere" });
  expect(both).toEqual(["SECRET_KEY and SECRET_KEY_FILE are both set. Keep one of them."]);
  const missing = mistakes({ ...production, ADMIN_PASSWORD: "", ADMIN_PASSWORD_FILE: "/nowhere" });
  expect(missing).toContain("The file /nowhere (ADMIN_PASSWORD_FILE) cannot be read (ENOENT).");
  expect(readConfig({ ORIGIN_FILE: "/nowhere" }).origin).toBeNull();
});

test.each([
  ["ORIGIN", "http://console.skyline.test"],
  ["ORIGIN", "https://console.skyline.test/console"],
  ["SECRET_KEY", "short"],
  ["SECRET_KEY", "a".repeat(40)],
  ["SECRET_KEY", "groundcrew-demo-secret-key-groundcrew-demo"],
  ["SECRET_KEY", "please-change-me-please-change-me-please"],
  ["ADMIN_EMAIL", "ada"],
  ["ADMIN_EMAIL", "nope"],
  ["ADMIN_EMAIL", "admin@groundcrew.example"],
  ["ADMIN_PASSWORD", "fourteen chars"],
  ["ADMIN_PASSWORD", "groundcrew-demo-login", "is too common; choose several unrelated words"],
  ["ADMIN_PASSWORD", "Groundcrew Demo Login!", "is too common; choose several unrelated words"],
  ["ADMIN_PASSWORD", "ababababababababab"],
  ["ADMIN_PASSWORD", "far otters fold maps ".repeat(7).trim()],
  ["STATIONS", "1"],
])("production refuses %s=%s", (name, value, why = ".*") => {
  const found = mistakes({ ...production, [name]: value });
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(new RegExp(`^${name} ${why}\\.$`));
});

test("an address without TLS is reported as such", () => {
  expect(mistakes({ ...production, ORIGIN: "http://console.skyline.test" })).toEqual([
    'ORIGIN must begin with https:// in production, because passwords pass there, not "http://console.skyline.test".',
  ]);
});

test("an invalid email is reported as such, not as missing", () => {
  expect(mistakes({ ...production, ADMIN_EMAIL: "nope" })).toEqual([
    'ADMIN_EMAIL must be the real email address of the first admin, not "nope".',
  ]);
});

test("an error about a secret does not contain it", () => {
  const found = mistakes({ ...production, SECRET_KEY: "hunter2", ADMIN_PASSWORD: "hunter3" }).join("\n");
  expect(found).not.toContain("hunter");
});

test.each([
  ["GROUNDCREW_MODE", "prod"],
  ["PORT", "65536"],
  ["PORT", "-1"],
  ["PORT", "4e3"],
  ["PORT", "80 80"],
  ["OPS_PORT", "x"],
  ["MQTT_PORT", "1.5"],
  ["HOST", "0.0.0.0"],
  ["HOST", "192.168.1.4"],
  ["HOST", "127.0.0.1.evil.test"],
  ["MQTT_HOST", "::"],
  ["RELAY_ADDRESS", "0.0.0.0"],
  ["MQTT_URL", "http://broker"],
  ["MQTT_URL", "mqtt://"],
  ["DATABASE_URL", "mysql://localhost/db"],
  ["DATABASE_URL", "postgres://"],
  ["DATABASE_URL", "nonsense"],
  ["STATIONS", "100001"],
  ["ORIGIN", "console.skyline.test"],
  ["BRAND_STATION_PREFIX", "Sky Line"],
  ["MAP_TILES_URL", "https://tiles.test/{z}/{x}/{y}.png"],
  ["MAP_TILES_ATTRIBUTION", "© mappers"],
  ["GEOCODER_URL", "https://places.test/search"],
  ["GEOCODER_URL", "places.test/{query}"],
  ["SMTP_URL", "mail.test:25"],
  ["WEBHOOK_ALLOW_PRIVATE", "yes"],
  ["TRUST_PROXY", "*"],
  ["TRUST_PROXY", "10.0.0.1, true"],
  ["TRUST_PROXY", "0.0.0.0/0"],
  ["TRUST_PROXY", "::/0"],
  ["TRUST_PROXY", "10.0.0.0/33"],
  ["LOG_LEVEL", "loud"],
])("the demo refuses %s=%s with one sentence", (name, value) => {
  const found = mistakes({ [name]: value });
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(name);
  expect(found[0]).toMatch(/^[A-Z].*\.$/);
});

test.each([
  ["PORT", "0", { port: 0 }],
  ["HOST", "localhost", { host: "localhost" }],
  ["HOST", "::1", { host: "::1" }],
  ["STATIONS", "0", { stations: 0 }],
  ["STATIONS", "100000", { stations: 100_000 }],
  ["PORT", "", { port: 4000 }],
  ["MQTT_URL", "mqtts://broker.test", { broker: { kind: "external", url: "mqtts://broker.test", credentials: null } }],
  ["DATABASE_URL", "postgres:///db?host=/run/pg", { databaseUrl: "postgres:///db?host=/run/pg" }],
  ["ORIGIN", "http://localhost:4000/", { origin: "http://localhost:4000" }],
  ["TRUST_PROXY", "10.0.0.0/8, ::1", { trustProxy: ["10.0.0.0/8", "::1"] }],
  ["BRAND_PROVIDER", "Skyline", { brand: { ...defaultBrand, provider: "Skyline" } }],
  ["GEOCODER_URL", "https://places.test/?q={query}", { geocoderUrl: "https://places.test/?q={query}" }],
  ["SMTP_URL", "smtps://mail.test", { mail: { smtpUrl: "smtps://mail.test", from: "Groundcrew <console@localhost>" } }],
  ["WEBHOOK_ALLOW_PRIVATE", "1", { webhooksMayBePrivate: true }],
  ["GOOGLE_CLIENT_ID", "abc", { googleClientId: "abc" }],
])("%s=%s is accepted", (name, value, expected) => {
  expect(readConfig({ [name]: value })).toMatchObject(expected);
});

// @spec 285.2
test("map tiles are accepted with their attribution", () => {
  const env = { MAP_TILES_URL: "https://tiles.test/{z}/{x}/{y}.png", MAP_TILES_ATTRIBUTION: "© mappers" };
  expect(readConfig(env).mapTiles).toEqual({ url: env.MAP_TILES_URL, attribution: env.MAP_TILES_ATTRIBUTION });
});

test("the settings of an image store are accepted", () => {
  expect(readConfig({ ...store, S3_REGION: "garage" }).imageStore).toEqual({
    endpoint: "https://s3.skyline.test",
    bucket: "images",
    region: "garage",
    accessKeyId: "key",
    secretAccessKey: "secret",
  });
  expect(readConfig(store).imageStore?.region).toBe("us-east-1");
});

test.each([
  [{ S3_BUCKET: "" }, "S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together."],
  [{ S3_ENDPOINT: "s3.test" }, "S3_ENDPOINT must be an address like https://s3.example.com without a path."],
  [{ S3_ENDPOINT: "https://s3.test/x" }, "S3_ENDPOINT must be an address like https://s3.example.com without a path."],
  [{ S3_BUCKET: "../../x" }, "S3_BUCKET must be 3 to 63 lower-case letters, digits and dashes."],
])("an incomplete or invalid image store is refused: %j", (wrong, sentence) => {
  expect(mistakes({ ...store, ...wrong })).toEqual([sentence]);
});

test("all errors are reported together", () => {
  expect(mistakes({ PORT: "x", STATIONS: "many", LOG_LEVEL: "loud" })).toHaveLength(3);
});

test("the demo's identity provider is refused in production", () => {
  expect(mistakes({ ...production, DEMO_SIGN_ON_PORT: "4100" })).toEqual([
    "DEMO_SIGN_ON_PORT must be 0 in production: its identity provider belongs to the demo.",
  ]);
  expect(readConfig({ DEMO_SIGN_ON_PORT: "4100" }).demoSignOnPort).toBe(4100);
});

test("two listeners on one port are refused, two on port 0 are not", () => {
  expect(mistakes({ PORT: "1883" })).toEqual([
    "PORT, OPS_PORT, DEMO_SIGN_ON_PORT and MQTT_PORT must differ from each other.",
  ]);
  expect(mistakes({ PORT: "0", OPS_PORT: "0", MQTT_PORT: "0" })).toEqual([]);
});

test("the documented settings are exactly those that are read", () => {
  const read = new Set<string>();
  const spy = new Proxy<Record<string, string>>(
    { GROUNDCREW_MODE: "production" },
    { get: (target, name) => (read.add(String(name)), Reflect.get(target, name)) },
  );
  expect(() => readConfig(spy)).toThrow(ConfigError);
  read.delete("PATH"); // It belongs to the operating system.
  const names = settings.flatMap((each) => (each.isSecret ? [each.name, `${each.name}_FILE`] : [each.name]));
  expect([...read].sort()).toEqual(names.sort());
});
