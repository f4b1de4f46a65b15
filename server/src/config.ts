import { resolve } from "node:path";
import { defaultBrand, type Brand } from "@groundcrew/shared/brand";
import { isWeakPassword } from "@groundcrew/shared/users";
import { z } from "zod";
import {
  isLoopback,
  isProxyAddress,
  parseUrl,
  readSettings,
  type Environment,
  type SettingsReader,
} from "./read-settings.ts";
import { readBroker, readBrokerPublicUrl, type BrokerSettings } from "./read-broker.ts";
import { readImageStore, type S3Settings } from "./read-image-store.ts";
import { readRelay, type RelaySettings } from "./read-relay.ts";
import { ADMIN_PASSWORD_LENGTH, ADMIN_PASSWORD_MOST, SECRET_KEY_LENGTH, secretFlaw } from "./weak-secrets.ts";

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace"] as const;
const MAX_PORT = 65_535;
const MAX_STATIONS = 100_000;
const MAX_STREAMS = 10_000;

/** How this server runs. Made from the environment once, at the start. */
export type Config = {
  /** Demo fills an empty database and is reached from this machine only; production adds nothing by itself. */
  mode: Mode;
  host: string;
  /** 0 takes a free one, as with every port here. */
  port: number;
  /** Of the operations endpoints, always on the loopback address. */
  opsPort: number;
  broker: BrokerSettings;
  /** Address at which stations reach it, where that is given. */
  brokerPublicUrl: string | null;
  /** Null: the embedded PostgreSQL. Holds a password. */
  databaseUrl: string | null;
  /** The same database for the role that migrates it, where that is another. Holds a password. */
  migrationDatabaseUrl: string | null;
  /** Absolute. */
  dataDir: string;
  /** Where pictures lie; null: below `dataDir`. Holds a secret. */
  imageStore: S3Settings | null;
  /** How many stations are simulated. */
  stations: number;
  /** Public address, without a slash at its end; null only in demo mode: the address that is listened on. */
  origin: string | null;
  brand: Brand;
  googleClientId: string | null;
  mapTiles: { url: string; attribution: string } | null;
  /** Search address of a geocoding service, with `{query}` in the place of the text. */
  geocoderUrl: string | null;
  /** Where mails go: an SMTP server, or without one files below `{dataDir}/mail`. The address holds a password. */
  mail: { smtpUrl: string | null; from: string };
  /** Whether alerts may be posted to addresses that are not on the internet. */
  webhooksMayBePrivate: boolean;
  /** Servers that help live video on its way. Holds a secret. */
  relay: RelaySettings;
  maxStreams: number;
  /** How much of one station is stored. */
  eventLimits: { perSecond: number; errorsPerDay: number };
  /** For how many days resolved errors are kept that are attached to no entry. */
  errorsKeptDays: number;
  /** How long ids of events and quarantined messages are kept. */
  eventsKeptDays: number;
  /** Addresses and networks whose `X-Forwarded-*` headers are believed. */
  trustProxy: readonly string[];
  logLevel: (typeof LOG_LEVELS)[number];
  /** Null only in demo mode: `secretKey` makes one and keeps it. */
  secretKey: string | null;
  /** To be made when the database has no admin; null in demo mode, and where none is given. */
  firstAdmin: { email: string; password: string } | null;
};

type Mode = "demo" | "production";

/** The message has a line with a sentence for each mistake. */
export class ConfigError extends Error {}

/** Reads and checks all settings (`settings.ts`). Of variables that are not settings, `misspelled` finds those that look like one. */
export function readConfig(env: Environment): Config {
  const reader = readSettings(env);
  const mode = reader.choice("GROUNDCREW_MODE", ["demo", "production"], "demo");
  const port = (name: "PORT" | "OPS_PORT" | "MQTT_PORT", fallback: number) =>
    reader.integer(name, { min: 0, max: MAX_PORT, fallback });
  const origin = readOrigin(reader, mode);
  const brand = readBrand(reader);
  const host = readHost(reader, "HOST", mode);
  const config: Config = {
    mode,
    host,
    port: port("PORT", 4000),
    opsPort: port("OPS_PORT", 9400),
    broker: readBroker(reader, { host: readHost(reader, "MQTT_HOST", mode), port: port("MQTT_PORT", 1883) }),
    brokerPublicUrl: readBrokerPublicUrl(reader),
    databaseUrl: readDatabaseUrl(reader, "DATABASE_URL"),
    migrationDatabaseUrl: readDatabaseUrl(reader, "MIGRATION_DATABASE_URL"),
    dataDir: resolve(reader.text("DATA_DIR") ?? "data"),
    imageStore: readImageStore(reader),
    stations: readStations(reader, mode),
    origin,
    brand,
    mail: readMail(reader, { origin, product: brand.product }),
    googleClientId: reader.text("GOOGLE_CLIENT_ID"),
    mapTiles: readMapTiles(reader),
    geocoderUrl: readGeocoder(reader),
    webhooksMayBePrivate: reader.choice("WEBHOOK_ALLOW_PRIVATE", ["0", "1"], "0") === "1",
    relay: readRelay(reader, { mode, host, path: env["PATH"] ?? "" }),
    eventLimits: {
      perSecond: reader.integer("EVENTS_PER_SECOND", { min: 1, max: 10_000, fallback: 10 }),
      errorsPerDay: reader.integer("ERRORS_PER_DAY", { min: 1_000, max: 100_000_000, fallback: 20_000 }),
    },
    errorsKeptDays: reader.integer("RETENTION_ERRORS_DAYS", { min: 30, max: 36_500, fallback: 730 }),
    eventsKeptDays: reader.integer("RETENTION_EVENTS_DAYS", { min: 7, max: 36_500, fallback: 30 }),
    maxStreams: reader.integer("STREAMS_MAX", { min: 0, max: MAX_STREAMS, fallback: 100 }),
    trustProxy: readTrustProxy(reader),
    logLevel: reader.choice("LOG_LEVEL", LOG_LEVELS, mode === "demo" ? "warn" : "info"),
    secretKey: readSecretKey(reader, mode),
    firstAdmin: readFirstAdmin(reader, mode, brand),
  };
  if (config.databaseUrl === null && config.migrationDatabaseUrl !== null) {
    reader.mistakes.push("MIGRATION_DATABASE_URL needs DATABASE_URL.");
  }
  refuseSharedPorts(reader, config);
  if (reader.mistakes.length > 0) throw new ConfigError(reader.mistakes.join("\n"));
  return config;
}

function readHost(reader: SettingsReader, name: "HOST" | "MQTT_HOST", mode: Mode): string {
  const host = reader.text(name) ?? (mode === "demo" ? "127.0.0.1" : "0.0.0.0");
  if (mode === "demo" && !isLoopback(host)) {
    reader.mistakes.push(`${name} must be a loopback address such as 127.0.0.1 in demo mode, not "${host}".`);
  }
  return host;
}

function readDatabaseUrl(reader: SettingsReader, name: "DATABASE_URL" | "MIGRATION_DATABASE_URL"): string | null {
  const text = reader.text(name);
  if (text === null) return null;
  const url = URL.parse(text);
  const isPostgres = url?.protocol === "postgres:" || url?.protocol === "postgresql:";
  // A Unix socket is named by a parameter instead of the host.
  if (!isPostgres || (url.hostname === "" && !url.searchParams.has("host"))) {
    reader.mistakes.push(`${name} must look like postgres://user:password@host:5432/database.`);
  }
  return text;
}

function readStations(reader: SettingsReader, mode: Mode): number {
  const stations = reader.integer("STATIONS", { min: 0, max: MAX_STATIONS, fallback: mode === "demo" ? 60 : 0 });
  if (mode === "production" && stations > 0) {
    reader.mistakes.push("STATIONS must be 0 in production: simulated stations belong to the demo.");
  }
  return stations;
}

function readOrigin(reader: SettingsReader, mode: Mode): string | null {
  const text = reader.text("ORIGIN");
  if (text === null) {
    if (mode === "production")
      reader.mistakes.push("ORIGIN is required in production: the https address of the console.");
    return null;
  }
  const url = parseUrl(text, mode === "production" ? ["https:"] : ["http:", "https:"]);
  if (url !== null && `${url.origin}/` === url.href) return url.origin;
  if (mode === "production" && url === null && parseUrl(text, ["http:"]) !== null) {
    reader.mistakes.push(`ORIGIN must begin with https:// in production, because passwords pass there, not "${text}".`);
    return null;
  }
  reader.mistakes.push(`ORIGIN must be an address like https://console.example.com without a path, not "${text}".`);
  return null;
}

function readBrand(reader: SettingsReader): Brand {
  const station_prefix = reader.text("BRAND_STATION_PREFIX") ?? defaultBrand.station_prefix;
  if (!/^[a-z0-9-]{1,20}$/.test(station_prefix)) {
    reader.mistakes.push("BRAND_STATION_PREFIX must be 1 to 20 lower-case letters, digits and dashes.");
  }
  return {
    product: reader.text("BRAND_PRODUCT") ?? defaultBrand.product,
    station_prefix,
    internal_prefix: reader.text("BRAND_INTERNAL_PREFIX") ?? defaultBrand.internal_prefix,
    provider: reader.text("BRAND_PROVIDER") ?? defaultBrand.provider,
    camera_label: reader.text("BRAND_CAMERA_LABEL") ?? defaultBrand.camera_label,
  };
}

function readMapTiles(reader: SettingsReader): Config["mapTiles"] {
  const url = reader.text("MAP_TILES_URL");
  const attribution = reader.text("MAP_TILES_ATTRIBUTION");
  if (url === null && attribution === null) return null;
  if (url === null || attribution === null) {
    reader.mistakes.push("MAP_TILES_URL and MAP_TILES_ATTRIBUTION must be set together.");
    return null;
  }
  const hasPlaces = ["{z}", "{x}", "{y}"].every((part) => url.includes(part));
  if (!hasPlaces || parseUrl(url, ["http:", "https:"]) === null) {
    reader.mistakes.push("MAP_TILES_URL must look like https://tiles.example.com/{z}/{x}/{y}.png.");
  }
  return { url, attribution };
}

function readGeocoder(reader: SettingsReader): string | null {
  const url = reader.text("GEOCODER_URL");
  if (url !== null && (!url.includes("{query}") || parseUrl(url, ["http:", "https:"]) === null)) {
    reader.mistakes.push("GEOCODER_URL must look like https://places.example.com/search?format=jsonv2&q={query}.");
  }
  return url;
}

function readMail(
  reader: SettingsReader,
  { origin, product }: { origin: string | null; product: string },
): Config["mail"] {
  const smtpUrl = reader.text("SMTP_URL");
  if (smtpUrl !== null && parseUrl(smtpUrl, ["smtp:", "smtps:"]) === null) {
    reader.mistakes.push("SMTP_URL must look like smtp://user:password@host:587 or smtps://host:465.");
  }
  const host = origin === null ? "localhost" : new URL(origin).hostname;
  return { smtpUrl, from: reader.text("MAIL_FROM") ?? `${product} <console@${host}>` };
}

function readTrustProxy(reader: SettingsReader): string[] {
  const addresses = (reader.text("TRUST_PROXY") ?? "").split(",").map((address) => address.trim());
  const given = addresses.filter((address) => address !== "");
  for (const address of given.filter((each) => !isProxyAddress(each))) {
    const rule = "must list IP addresses or networks such as 10.0.0.0/8, never everybody";
    reader.mistakes.push(`TRUST_PROXY ${rule}; "${address}" will not do.`);
  }
  return given;
}

function readSecretKey(reader: SettingsReader, mode: Mode): string | null {
  const key = reader.text("SECRET_KEY");
  if (key === null) {
    if (mode === "production") {
      reader.mistakes.push(`SECRET_KEY is required in production: at least ${SECRET_KEY_LENGTH} random characters.`);
    }
    return null;
  }
  const flaw = secretFlaw(key, SECRET_KEY_LENGTH);
  if (flaw !== null) reader.mistakes.push(`SECRET_KEY ${flaw}.`);
  return key;
}

function readFirstAdmin(reader: SettingsReader, mode: Mode, { provider }: Brand): Config["firstAdmin"] {
  if (mode === "demo") return null;
  const email = reader.text("ADMIN_EMAIL")?.toLowerCase() ?? null;
  const password = reader.text("ADMIN_PASSWORD");
  if (email === null && password === null) return null;
  if (email === null || password === null) {
    reader.mistakes.push("ADMIN_EMAIL and ADMIN_PASSWORD must be set together.");
    return null;
  }
  if (!z.email().safeParse(email).success || email.endsWith(".example")) {
    reader.mistakes.push(`ADMIN_EMAIL must be the real email address of the first admin, not "${email}".`);
  }
  const flaw = passwordFlaw(password, [email, provider]);
  if (flaw !== null) reader.mistakes.push(`ADMIN_PASSWORD ${flaw}.`);
  return { email, password };
}

/** Why nobody may be let in as admin with this password, to follow its name; null when it will do. */
function passwordFlaw(password: string, context: readonly string[]): string | null {
  const flaw = secretFlaw(password, ADMIN_PASSWORD_LENGTH);
  if (flaw !== null) return flaw;
  if (password.length > ADMIN_PASSWORD_MOST) return `must have at most ${ADMIN_PASSWORD_MOST} characters`;
  return isWeakPassword(password, context) ? "is easily guessed: use a few words that do not belong together" : null;
}

function refuseSharedPorts({ mistakes }: SettingsReader, { port, opsPort, broker }: Config): void {
  const ports = [port, opsPort, ...(broker.kind === "embedded" ? [broker.port] : [])].filter((each) => each !== 0);
  if (new Set(ports).size < ports.length) mistakes.push("PORT, OPS_PORT and MQTT_PORT must differ from each other.");
}
