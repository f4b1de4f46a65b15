import { resolve } from "node:path";
import { defaultBrand } from "@groundcrew/shared/brand";
import { PAGES_ABOVE } from "@groundcrew/shared/stations";
import { z } from "zod";
import { choice, integer, optional, port, settingDocs, text, type Mode } from "./kinds.ts";
import { stationLink } from "./link-settings.ts";
import {
  adminEmail,
  bucket,
  databaseUrl,
  hostName,
  listenAddress,
  origin,
  originOfStore,
  path,
  proxyAddresses,
  relayAddress,
  secret,
  stationPrefix,
  template,
  timeOfDay,
  urlText,
  ADMIN_PASSWORD_LENGTH,
  adminPasswordProblem,
  keyProblem,
  PASSPHRASE_LENGTH,
  passphraseProblem,
  SECRET_KEY_LENGTH,
} from "./schemas.ts";

const STUN_PORT = 3_478;

/** All environment variables in the order of the documentation, as parsed in the given mode. */
export function settingGroups(mode: Mode) {
  return {
    Server: server(mode),
    Names: brand(),
    Storage: storage(),
    Backups: backups(),
    "Station link": stationLink(mode),
    "Live video": video(mode),
    "Other services": services(),
  };
}

export function settingsSchema(mode: Mode) {
  const groups = settingGroups(mode);
  return z.object({
    ...groups.Server,
    ...groups.Names,
    ...groups.Storage,
    ...groups.Backups,
    ...groups["Station link"],
    ...groups["Live video"],
    ...groups["Other services"],
  });
}

function server(mode: Mode) {
  const isDemo = mode === "demo";
  return {
    GROUNDCREW_MODE: choice(["demo", "production"], "demo", { about: "What this installation is for" }),
    ORIGIN: optional(origin(mode), {
      about: "Public address of the console, such as `https://console.example.com`; required in production",
      without: "in demo mode the address it listens on",
      required: "the https address of the console",
    }),
    HOST: listenAddress(mode)
      .default(isDemo ? "127.0.0.1" : "0.0.0.0")
      .register(settingDocs, { about: "Address the console listens on; in demo mode a loopback address" }),
    PORT: port(4000, { about: "Port of the console; 0 takes a free one" }),
    OPS_HOST: listenAddress(mode).default("127.0.0.1").register(settingDocs, {
      about: "Address of `/healthz`, `/readyz` and `/metrics`, which need no login; in demo mode a loopback address",
    }),
    OPS_PORT: port(9400, { about: "Their port; 0 takes a free one" }),
    TRUST_PROXY: proxyAddresses()
      .default(() => [])
      .register(settingDocs, {
        about:
          "Addresses or networks of reverse proxies whose `X-Forwarded-*` headers are trusted, separated by commas",
      }),
    LOG_LEVEL: choice(["fatal", "error", "warn", "info", "debug", "trace"], isDemo ? "warn" : "info", {
      about: "Least severe entries that are logged",
    }),
    SECRET_KEY: optional(secret(keyProblem), {
      about: `Secret of ${SECRET_KEY_LENGTH} characters or more that signs what the server hands out; required in production`,
      without: "in demo mode a random one that is kept in DATA_DIR",
      isSecret: true,
      required: `at least ${SECRET_KEY_LENGTH} random characters`,
    }),
    // Unused in demo mode, which has its own accounts.
    ADMIN_EMAIL: optional(isDemo ? z.string() : adminEmail(), {
      about: "Email of the first admin; needed in production while there is no admin, unused in demo mode",
    }),
    ADMIN_PASSWORD: optional(isDemo ? z.string() : secret(adminPasswordProblem), {
      about: `Password of the first admin, ${ADMIN_PASSWORD_LENGTH} characters or more; needed together with ADMIN_EMAIL`,
      isSecret: true,
    }),
    STATIONS: integer(
      { min: 0, max: 100_000, fallback: isDemo ? 60 : 0 },
      { about: "How many stations are simulated, in demo mode only" },
    ),
    DEMO_SIGN_ON_PORT: port(0, {
      about:
        "Port of an identity provider of the demo, with which the people of Harbor Air can log in, in demo mode only; 0 for none. Needs the packages for development",
    }),
    LIST_PAGES_ABOVE: integer(
      { min: 0, max: 1_000_000, fallback: PAGES_ABOVE },
      { about: "Consoles of users who see more stations than this load the stations list in pages" },
    ),
  };
}

function brand() {
  return {
    BRAND_PRODUCT: text(defaultBrand.product, { about: "Name of the product" }),
    BRAND_STATION_PREFIX: stationPrefix()
      .default(defaultBrand.station_prefix)
      .register(settingDocs, { about: "Prefix of every station name" }),
    BRAND_INTERNAL_PREFIX: text(defaultBrand.internal_prefix, {
      about: "Organizations whose name starts with it are internal",
    }),
    BRAND_PROVIDER: text(defaultBrand.provider, {
      about: "Name of the organization whose users see every station; names it at the first start",
    }),
    BRAND_CAMERA_LABEL: text(defaultBrand.camera_label, {
      about: "What follows the serial number in the camera dialog's title",
    }),
  };
}

function storage() {
  return {
    DATABASE_URL: optional(databaseUrl(), {
      about: "External PostgreSQL, version 15 or later, `postgres://user:password@host:5432/database`",
      without: "none: the embedded PostgreSQL",
      isSecret: true,
    }),
    MIGRATION_DATABASE_URL: optional(databaseUrl(), {
      about:
        "The same database with the role that owns the tables and runs the migrations; the role in DATABASE_URL then owns nothing",
      without: "none: DATABASE_URL",
      isSecret: true,
    }),
    DATA_DIR: path()
      .default(() => resolve("data"))
      .register(settingDocs, { about: "Folder for the embedded database, images and keys", without: "`data`" }),
    S3_ENDPOINT: optional(originOfStore(), {
      about:
        "S3-compatible store for images, such as `https://s3.eu-central-1.amazonaws.com`; needs the other S3 settings",
      without: "none: images are stored in DATA_DIR",
    }),
    S3_BUCKET: optional(bucket(), { about: "Its bucket, which must exist" }),
    S3_REGION: text("us-east-1", { about: "Its region" }),
    S3_ACCESS_KEY_ID: optional(z.string(), { about: "Access key to the bucket" }),
    S3_SECRET_ACCESS_KEY: optional(z.string(), { about: "Secret of that access key", isSecret: true }),
    RETENTION_ERRORS_DAYS: integer(
      { min: 30, max: 36_500, fallback: 730 },
      {
        about: "How long resolved errors that no entry refers to are kept, and groups of which no error is left",
        unit: "days",
      },
    ),
    RETENTION_EVENTS_DAYS: integer(
      { min: 7, max: 36_500, fallback: 30 },
      { about: "How long ids of stored events and quarantined messages are kept", unit: "days" },
    ),
    RETENTION_AUDIT_DAYS: integer(
      { min: 365, max: 36_500, fallback: 730 },
      { about: "How long entries of the audit log, histories of owners and ended maintenance are kept", unit: "days" },
    ),
  };
}

function backups() {
  return {
    BACKUP_DIR: optional(path(), {
      about: "Folder in which the server that does the regular work makes backups by itself",
      without: "none: only the backup command makes backups",
    }),
    BACKUP_EVERY_MINUTES: integer(
      { min: 5, max: 10_080, fallback: 1_440 },
      { about: "How often; needs BACKUP_DIR", unit: "minutes, once a day" },
    ),
    BACKUP_TIME: timeOfDay().default("02:00").register(settingDocs, {
      about: "Time of day, in UTC, from which the intervals are counted",
    }),
    BACKUP_KEEP: integer({ min: 1, max: 1_000, fallback: 14 }, { about: "How many of these backups are kept" }),
    BACKUP_PASSPHRASE: optional(secret(passphraseProblem), {
      about: `Encrypts backups, and decrypts them again; ${PASSPHRASE_LENGTH} characters or more. An encrypted backup cannot be restored without it`,
      without: "none: backups are not encrypted",
      isSecret: true,
    }),
  };
}

function video(mode: Mode) {
  const turnSecretAbout =
    "Secret of 32 characters or more that the TURN server shares with this one (`static-auth-secret` of coturn)";
  return {
    STREAMS_MAX: integer({ min: 0, max: 10_000, fallback: 100 }, { about: "How many streams there may be at once" }),
    RELAY_PORT: port(STUN_PORT, {
      about:
        "UDP port of this program's STUN server, without STUN_HOST and TURN_HOST; if it is 0 or in use, a free one is used",
    }),
    RELAY_ADDRESS: optional(relayAddress(mode), {
      about: "IP address of this machine on which it listens, 0.0.0.0 for all; in demo mode a loopback address",
      without: "HOST; in production 0.0.0.0 if HOST is a loopback address",
    }),
    RELAY_HOST: optional(hostName(), {
      about: "Name or address at which browsers and stations reach it",
      without: "the host of ORIGIN",
    }),
    STUN_HOST: optional(hostName(), {
      about: "Host of an external STUN server for live video",
      without: "none: a STUN server of this program",
    }),
    STUN_PORT: port(STUN_PORT, { about: "Port of the STUN server" }, 1),
    TURN_HOST: optional(hostName(), {
      about:
        "Host of an external TURN server that relays live video and accepts time-limited credentials, such as coturn; needs TURN_SECRET",
      without: "none: direct connections only",
    }),
    TURN_PORT: port(STUN_PORT, { about: "Port of the TURN server" }, 1),
    TURN_PROTOCOL: choice(["udp", "tcp", "tls"], "udp", {
      about: "Protocol by which browsers and stations reach the TURN server",
    }),
    TURN_SECRET: optional(z.string(), { about: turnSecretAbout, isSecret: true }),
  };
}

function services() {
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: optional(urlText(["http:", "https:"], "http://127.0.0.1:4318"), {
      about: "OpenTelemetry collector to which traces are sent by OTLP over HTTP, such as `http://127.0.0.1:4318`",
      without: "none: no traces",
      isSecret: true,
    }),
    TRACE_PERCENT: integer(
      { min: 1, max: 100, fallback: 100 },
      { about: "How many percent of the traces are sent", unit: "%" },
    ),
    SMTP_URL: optional(urlText(["smtp:", "smtps:"], "smtp://user:password@host:587 or smtps://host:465"), {
      about: "Mail server, `smtp://user:password@host:587` or `smtps://host:465`",
      without: "none: emails become files in DATA_DIR/mail",
      isSecret: true,
    }),
    MAIL_FROM: optional(z.string(), { about: "Sender of emails", without: "`console` at the host of ORIGIN" }),
    WEBHOOK_ALLOW_PRIVATE: choice(["0", "1"], "0", {
      about:
        "Whether alerts may be posted to addresses, and identity providers may be at addresses, that are not on the internet",
    }),
    GOOGLE_CLIENT_ID: optional(z.string(), {
      about: "OAuth client id of the Google sign-in",
      without: "none: no Google sign-in",
    }),
    MAP_TILES_URL: optional(template(["{z}", "{x}", "{y}"], "https://tiles.example.com/{z}/{x}/{y}.png"), {
      about: "Template of public map tiles with `{z}`, `{x}` and `{y}`; needs MAP_TILES_ATTRIBUTION",
      without: "none: the bundled map alone",
    }),
    MAP_TILES_ATTRIBUTION: optional(z.string(), { about: "Who the map tiles are credited to; needs MAP_TILES_URL" }),
    GEOCODER_URL: optional(template(["{query}"], "https://places.example.com/search?format=jsonv2&q={query}"), {
      about: "Search address of a Nominatim-like geocoding service, with `{query}` in the place of the text",
      without: "none: the bundled place names alone",
    }),
  };
}
