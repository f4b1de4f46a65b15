/**
 * Every variable that the environment may set: its name, what it means, and what holds when it is absent or empty. Those marked
 * `inFile` hold a secret; `{name}_FILE` may name a file with it instead.
 */
export const settings = [
  { name: "GROUNDCREW_MODE", meaning: "`demo` or `production`", default: "`demo`" },
  { name: "PORT", meaning: "Port of the console; 0 takes a free one", default: "4000" },
  {
    name: "HOST",
    meaning: "Address the console listens on; in demo mode a loopback address",
    default: "127.0.0.1 in demo mode, 0.0.0.0 in production",
  },
  {
    name: "OPS_PORT",
    meaning: "Loopback port of `/healthz`, `/readyz` and `/metrics`; 0 takes a free one",
    default: "9400",
  },
  { name: "MQTT_PORT", meaning: "Port of the embedded broker; 0 takes a free one", default: "1883" },
  {
    name: "MQTT_HOST",
    meaning: "Address the embedded broker listens on; in demo mode a loopback address",
    default: "127.0.0.1 in demo mode, 0.0.0.0 in production",
  },
  {
    name: "MQTT_URL",
    inFile: true,
    meaning: "An external broker with the servers' user and password, `mqtt://user:password@host:1883` or `mqtts://…`",
    default: "none: the embedded broker",
  },
  {
    name: "MQTT_CREDENTIAL_DIR",
    meaning: "Folder where the server keeps the password and access files of an external Mosquitto; needs MQTT_URL",
    default: "none: the broker knows the stations from elsewhere",
  },
  {
    name: "MQTT_PID_FILE",
    meaning: "Pid file of that Mosquitto, so that the server has it read these files again; needs MQTT_CREDENTIAL_DIR",
    default: "none: something else has it read them",
  },
  {
    name: "MQTT_PUBLIC_URL",
    meaning:
      "Address at which stations reach the broker, `mqtts://broker.example.com:8883`; the page that makes a station's password names it",
    default: "that of our own broker where it and ORIGIN are on this machine",
  },
  {
    name: "DATABASE_URL",
    inFile: true,
    meaning: "An external PostgreSQL of version 15 or newer, `postgres://user:password@host:5432/database`",
    default: "none: the embedded PostgreSQL",
  },
  {
    name: "MIGRATION_DATABASE_URL",
    inFile: true,
    meaning: "The same database as the role that owns the tables, so that the role in DATABASE_URL need not",
    default: "none: DATABASE_URL",
  },
  { name: "DATA_DIR", meaning: "Folder for the embedded database, pictures and keys", default: "`data`" },
  {
    name: "S3_ENDPOINT",
    meaning:
      "S3-compatible store for pictures, such as `https://s3.eu-central-1.amazonaws.com`; needs the other S3 settings",
    default: "none: pictures lie in DATA_DIR",
  },
  { name: "S3_BUCKET", meaning: "Its bucket, which must exist", default: "none" },
  { name: "S3_REGION", meaning: "Its region", default: "`us-east-1`" },
  { name: "S3_ACCESS_KEY_ID", meaning: "Access key to the bucket", default: "none" },
  { name: "S3_SECRET_ACCESS_KEY", inFile: true, meaning: "Secret of that access key", default: "none" },
  {
    name: "STATIONS",
    meaning: "How many stations to simulate, 0 to 100000; 0 in production",
    default: "60 in demo mode",
  },
  {
    name: "ORIGIN",
    meaning: "Public address of the console, such as `https://console.example.com`; required in production",
    default: "in demo mode the address it listens on",
  },
  { name: "BRAND_PRODUCT", meaning: "Name of the product", default: "Groundcrew" },
  { name: "BRAND_STATION_PREFIX", meaning: "What every station name begins with", default: "`gc-`" },
  { name: "BRAND_INTERNAL_PREFIX", meaning: "Organizations whose name begins so are internal", default: "Groundcrew" },
  {
    name: "BRAND_PROVIDER",
    meaning: "Name of the organization whose users see every station; names it at the first start",
    default: "Groundcrew",
  },
  {
    name: "BRAND_CAMERA_LABEL",
    meaning: "What follows the serial number in the camera dialog's title",
    default: "Cameras",
  },
  { name: "GOOGLE_CLIENT_ID", meaning: "OAuth client id of the Google sign-in", default: "none: no Google sign-in" },
  {
    name: "MAP_TILES_URL",
    meaning: "Template of public map tiles with `{z}`, `{x}` and `{y}`; needs MAP_TILES_ATTRIBUTION",
    default: "none: the bundled map alone",
  },
  {
    name: "MAP_TILES_ATTRIBUTION",
    meaning: "Whom the map tiles are credited to; needs MAP_TILES_URL",
    default: "none",
  },
  {
    name: "GEOCODER_URL",
    meaning: "Search address of a Nominatim-like geocoding service, with `{query}` in the place of the text",
    default: "none: the bundled place names alone",
  },
  {
    name: "SMTP_URL",
    inFile: true,
    meaning: "Mail server, `smtp://user:password@host:587` or `smtps://host:465`",
    default: "none: mails become files in DATA_DIR/mail",
  },
  { name: "MAIL_FROM", meaning: "Sender of mails", default: "`console` at the host of ORIGIN" },
  {
    name: "WEBHOOK_ALLOW_PRIVATE",
    meaning: "1 lets alerts be posted to addresses that are not on the internet",
    default: "0",
  },
  {
    name: "RELAY",
    meaning: "Without STUN_HOST and TURN_HOST: `coturn` starts coturn where it is installed, `direct` never does",
    default: "`coturn`",
  },
  {
    name: "RELAY_PORT",
    meaning: "UDP port of coturn, or of what answers STUN in its place; 0 or a taken one takes a free one",
    default: "3478",
  },
  {
    name: "RELAY_ADDRESS",
    meaning: "IP address of this machine that it listens on, 0.0.0.0 for each; in demo mode a loopback address",
    default: "HOST; in production 0.0.0.0 where HOST is a loopback address",
  },
  {
    name: "RELAY_HOST",
    meaning: "Name or address that browsers and stations reach it by; behind NAT the public IPv4 address",
    default: "the host of ORIGIN",
  },
  {
    name: "RELAY_PEERS",
    meaning: "`private` lets it relay to private networks too; never to this machine or link-local addresses",
    default: "`private` in demo mode, `public` in production",
  },
  { name: "STUN_HOST", meaning: "STUN server for live video", default: "none: our own" },
  { name: "STUN_PORT", meaning: "Its port", default: "3478" },
  {
    name: "TURN_HOST",
    meaning: "Relay for live video that takes time-limited credentials, such as coturn; needs TURN_SECRET",
    default: "none: our own",
  },
  { name: "TURN_PORT", meaning: "Its port", default: "3478" },
  { name: "TURN_PROTOCOL", meaning: "How browsers and stations reach it: `udp`, `tcp` or `tls`", default: "`udp`" },
  {
    name: "TURN_SECRET",
    inFile: true,
    meaning: "Secret of 32 characters or more that the relay shares with the server (`static-auth-secret` of coturn)",
    default: "none",
  },
  {
    name: "EVENTS_PER_SECOND",
    meaning: "How many events of one station are stored a second over time, 1 to 10000; 200 times as many after a rest",
    default: "10",
  },
  {
    name: "ERRORS_PER_DAY",
    meaning: "How many errors of one station are stored a day, 1000 to 100000000",
    default: "20000",
  },
  {
    name: "RETENTION_ERRORS_DAYS",
    meaning: "For how many days resolved errors are kept that are attached to no entry, 30 to 36500",
    default: "730",
  },
  {
    name: "RETENTION_EVENTS_DAYS",
    meaning: "For how many days ids of stored events and quarantined messages are kept, 7 to 36500",
    default: "30",
  },
  { name: "STREAMS_MAX", meaning: "How many streams there may be at once, 0 to 10000", default: "100" },
  {
    name: "TRUST_PROXY",
    meaning: "Addresses of reverse proxies whose `X-Forwarded-*` is believed, separated by commas",
    default: "none",
  },
  {
    name: "LOG_LEVEL",
    meaning: "`fatal`, `error`, `warn`, `info`, `debug` or `trace`",
    default: "`warn` in demo mode, `info` in production",
  },
  {
    name: "SECRET_KEY",
    inFile: true,
    meaning: "Secret of 32 characters or more that signs what the server hands out; required in production",
    default: "in demo mode made at random and kept in DATA_DIR",
  },
  {
    name: "ADMIN_EMAIL",
    meaning: "Email of the first admin; needed in production while there is no admin, unused in demo mode",
    default: "none",
  },
  {
    name: "ADMIN_PASSWORD",
    inFile: true,
    meaning: "Password of the first admin, 15 characters or more; needed together with ADMIN_EMAIL",
    default: "none",
  },
] as const;

export type SettingName = (typeof settings)[number]["name"];
