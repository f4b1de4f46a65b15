import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { Brand } from "@groundcrew/shared/brand";
import type { OwnStun, Relay } from "../relay/index.ts";
import type { TraceSettings } from "../tracing/index.ts";
import { readSettings, type Environment, type ParsedSettings, type SettingValues } from "./read-settings.ts";
import { isLoopback, keyProblem } from "./schemas.ts";

/** The server's configuration, read once from the environment at startup. What each setting means is said where it is declared, in `settings.ts`. */
export type Config = ReturnType<typeof configOf>;

/** Where backups are made, how often, from which time of day in UTC, and how many are kept. `folder` is an absolute path. */
type BackupSettings = { folder: string; everyMs: number; timeOfDayMs: number; keep: number };

/** A bucket of an S3-compatible store and its access key. `endpoint` has no trailing slash. */
type S3Settings = { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string };

/** The message has one line for each mistake. */
export class ConfigError extends Error {}

/**
 * Reads and checks all settings (declared in `settings.ts`). Throws a `ConfigError` for all mistakes together; variables that look like
 * misspelled settings are reported by `misspelled`.
 */
export function readConfig(env: Environment): Config {
  const settings = readSettings(env);
  const { mode, values, isSet, mistakes } = settings;
  const config = configOf(settings);
  if (mode === "production" && values.STATIONS > 0) {
    mistakes.push("STATIONS must be 0 in production: simulated stations belong to the demo.");
  }
  if (mode === "production" && values.DEMO_SIGN_ON_PORT > 0) {
    mistakes.push("DEMO_SIGN_ON_PORT must be 0 in production: its identity provider belongs to the demo.");
  }
  if (isSet("MIGRATION_DATABASE_URL") && !isSet("DATABASE_URL")) {
    mistakes.push("MIGRATION_DATABASE_URL needs DATABASE_URL.");
  }
  refuseSharedPorts(config, mistakes);
  if (mistakes.length > 0) throw new ConfigError(mistakes.join("\n"));
  return config;
}

/** The settings in the parts in which the server uses them. */
function configOf(settings: ParsedSettings) {
  const { mode, values } = settings;
  return {
    mode,
    host: values.HOST,
    port: values.PORT,
    opsHost: values.OPS_HOST,
    opsPort: values.OPS_PORT,
    broker: readBroker(settings),
    brokerPublicUrl: values.MQTT_PUBLIC_URL,
    /** Addresses separated by commas, with a password; null without NATS. */
    natsUrls: values.NATS_URL,
    /** Null for the embedded PostgreSQL. As the next one, it contains a password. */
    databaseUrl: values.DATABASE_URL,
    migrationDatabaseUrl: values.MIGRATION_DATABASE_URL,
    dataDir: values.DATA_DIR,
    /** Null for a folder below `dataDir`. */
    imageStore: readImageStore(settings),
    backup: { passphrase: values.BACKUP_PASSPHRASE, schedule: readBackupSchedule(settings) },
    stations: values.STATIONS,
    /** 0 for no identity provider of the demo. */
    demoSignOnPort: values.DEMO_SIGN_ON_PORT,
    /** Without a trailing slash. Null only in demo mode, where it is the address the server listens on. */
    origin: values.ORIGIN,
    brand: {
      product: values.BRAND_PRODUCT,
      station_prefix: values.BRAND_STATION_PREFIX,
      internal_prefix: values.BRAND_INTERNAL_PREFIX,
      provider: values.BRAND_PROVIDER,
      camera_label: values.BRAND_CAMERA_LABEL,
    } satisfies Brand,
    /** Without an SMTP server, emails become files in `{dataDir}/mail`. `smtpUrl` contains a password. */
    mail: { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM ?? sender(values) },
    googleClientId: values.GOOGLE_CLIENT_ID,
    mapTiles: readMapTiles(settings),
    geocoderUrl: values.GEOCODER_URL,
    webhooksMayBePrivate: values.WEBHOOK_ALLOW_PRIVATE === "1",
    relay: readRelay(settings),
    eventLimits: { perSecond: values.EVENTS_PER_SECOND, errorsPerDay: values.ERRORS_PER_DAY },
    errorsKeptDays: values.RETENTION_ERRORS_DAYS,
    eventsKeptDays: values.RETENTION_EVENTS_DAYS,
    auditKeptDays: values.RETENTION_AUDIT_DAYS,
    maxStreams: values.STREAMS_MAX,
    listPagesAbove: values.LIST_PAGES_ABOVE,
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
    /** Null when none are sent. `endpoint` may contain a password. */
    traces: readTraces(values),
    /** Null only in demo mode, where `secretKey` generates and stores one. */
    secretKey: values.SECRET_KEY,
    /** Created when the database has no admin. Null in demo mode, or when not configured. */
    firstAdmin: readFirstAdmin(settings),
  };
}

function sender({ BRAND_PRODUCT: product, ORIGIN: origin }: SettingValues): string {
  return `${product} <console@${origin === null ? "localhost" : new URL(origin).hostname}>`;
}

function readTraces({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  TRACE_PERCENT: percent,
}: SettingValues): TraceSettings | null {
  return endpoint === null ? null : { endpoint, percent };
}

function readImageStore({ values, isSet, mistakes }: ParsedSettings): S3Settings | null {
  const names = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"];
  if (names.some((name) => isSet(name)) && !isSet(...names)) {
    mistakes.push("S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.");
  }
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = values;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (endpoint === null || bucket === null || accessKeyId === null || secretAccessKey === null) return null;
  return { endpoint, bucket, region, accessKeyId, secretAccessKey };
}

function readBackupSchedule({ values, isSet, mistakes }: ParsedSettings): BackupSettings | null {
  const { BACKUP_DIR: folder, BACKUP_EVERY_MINUTES: every, BACKUP_TIME: time, BACKUP_KEEP: keep } = values;
  for (const name of ["BACKUP_EVERY_MINUTES", "BACKUP_TIME", "BACKUP_KEEP"]) {
    if (isSet(name) && folder === null) mistakes.push(`${name} needs BACKUP_DIR.`);
  }
  if (folder === null) return null;
  const timeOfDayMs = Date.parse(`1970-01-01T${time}:00.000Z`);
  return { folder, everyMs: every * MINUTE_MS, timeOfDayMs, keep };
}

function readMapTiles({ values, isSet, mistakes }: ParsedSettings) {
  const { MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: attribution } = values;
  if (isSet("MAP_TILES_URL") !== isSet("MAP_TILES_ATTRIBUTION")) {
    mistakes.push("MAP_TILES_URL and MAP_TILES_ATTRIBUTION must be set together.");
  }
  return url === null || attribution === null ? null : { url, attribution };
}

function readFirstAdmin({ mode, values, isSet, mistakes }: ParsedSettings) {
  if (mode === "demo") return null;
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = values;
  if (isSet("ADMIN_EMAIL") !== isSet("ADMIN_PASSWORD")) {
    mistakes.push("ADMIN_EMAIL and ADMIN_PASSWORD must be set together.");
  }
  return email === null || password === null ? null : { email, password };
}

function refuseSharedPorts({ port, opsPort, demoSignOnPort, broker }: Config, mistakes: string[]): void {
  const ports = [port, opsPort, demoSignOnPort, ...(broker.kind === "embedded" ? [broker.port] : [])].filter(
    (each) => each !== 0,
  );
  if (new Set(ports).size < ports.length)
    mistakes.push("PORT, OPS_PORT, DEMO_SIGN_ON_PORT and MQTT_PORT must differ from each other.");
}

/** The server's own broker or an external one. `url` and `login` contain a password. */
type BrokerSettings =
  | { kind: "embedded"; host: string; port: number; threads: number }
  | { kind: "external"; url: string; credentials: CredentialSettings | null };

/** Where to write the credentials that Mosquitto accepts, including the servers' own, and how to notify Mosquitto. Absolute paths. */
type CredentialSettings = { folder: string; pidFile: string | null; login: { user: string; password: string } };

const USER = /^[A-Za-z0-9_.-]{1,64}$/;

function readBroker({ values, isSet, mistakes }: ParsedSettings): BrokerSettings {
  const { MQTT_URL: url, MQTT_CREDENTIAL_DIR: folder, MQTT_PID_FILE: pidFile } = values;
  if (isSet("MQTT_PID_FILE") && !isSet("MQTT_CREDENTIAL_DIR")) {
    mistakes.push("MQTT_PID_FILE needs MQTT_CREDENTIAL_DIR.");
  }
  if (isSet("MQTT_CREDENTIAL_DIR") && !isSet("MQTT_URL")) {
    mistakes.push("MQTT_CREDENTIAL_DIR needs MQTT_URL: the embedded broker has no files.");
  }
  const { MQTT_HOST: host, MQTT_PORT: port, MQTT_THREADS: threads } = values;
  if (url === null) return { kind: "embedded", host, port, threads };
  if (folder === null) return { kind: "external", url, credentials: null };
  const { username, password } = new URL(url);
  const login = { user: decoded(username), password: decoded(password) };
  if (!USER.test(login.user) || login.password === "") {
    mistakes.push("MQTT_CREDENTIAL_DIR needs a user, of letters and digits, and a password in MQTT_URL.");
  }
  return { kind: "external", url, credentials: { folder, pidFile, login } };
}

/** A decoded part of a URL; empty when it is malformed. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

/**
 * STUN and TURN servers, which help browsers and stations connect to each other: external ones, or the server's own STUN server. Its
 * `publicHost` is null for the host of the console's URL.
 */
type RelaySettings =
  | { kind: "given"; relay: Relay }
  | (Pick<OwnStun, "host" | "port"> & { kind: "own"; publicHost: string | null });

function readRelay({ mode, values, mistakes }: ParsedSettings): RelaySettings {
  const { HOST, STUN_HOST, TURN_HOST } = values;
  const secret = values.TURN_SECRET ?? "";
  if (TURN_HOST !== null) {
    const problem = secret === "" ? "is required with TURN_HOST: the relay's shared secret" : keyProblem(secret);
    if (problem !== null) mistakes.push(`TURN_SECRET ${problem}.`);
  }
  if (STUN_HOST === null && TURN_HOST === null) {
    // Behind a proxy the console listens on the loopback address, but video does not pass through the proxy.
    const host = mode === "production" && isLoopback(HOST) ? "0.0.0.0" : HOST;
    return {
      kind: "own",
      host: values.RELAY_ADDRESS ?? host,
      port: values.RELAY_PORT,
      publicHost: values.RELAY_HOST,
    };
  }
  const { STUN_PORT, TURN_PORT, TURN_PROTOCOL } = values;
  return {
    kind: "given",
    relay: {
      stun: STUN_HOST === null ? null : { host: STUN_HOST, port: STUN_PORT },
      turn: TURN_HOST === null ? null : { host: TURN_HOST, port: TURN_PORT, protocol: TURN_PROTOCOL, secret },
    },
  };
}
