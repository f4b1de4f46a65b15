import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";
import { readSettings } from "./read-settings.ts";

function read(MQTT_PUBLIC_URL?: string) {
  const { values, mistakes } = readSettings({ MQTT_PUBLIC_URL });
  return { url: values.MQTT_PUBLIC_URL, mistakes };
}

test.each(["mqtts://broker.example.com:8883", "mqtt://10.0.0.7", "mqtt://[2001:db8::7]:1883"])(
  "the public address %s is taken",
  (url) => {
    expect(read(url)).toEqual({ url, mistakes: [] });
  },
);

test("a public address is optional", () => {
  expect(read()).toEqual({ url: null, mistakes: [] });
});

test.each([
  "broker.example.com",
  "https://broker.example.com",
  "mqtts://user:password@broker.example.com",
  "mqtts://broker.example.com/path",
  "mqtts://broker.example.com?a",
  "mqtts://broker'; rm",
  "mqtts://",
])("the public address %j is refused: admins copy it into a command", (url) => {
  expect(read(url).mistakes).toEqual([
    "MQTT_PUBLIC_URL must look like mqtts://broker.example.com:8883, without a login or a path.",
  ]);
});

test("an external broker is accepted with the folder for its files, and the servers' login is read from its address", () => {
  const MQTT_URL = "mqtt://console:p%40ss@broker.test";
  const env = { MQTT_URL, MQTT_CREDENTIAL_DIR: "/srv/mosquitto", MQTT_PID_FILE: "/run/mosquitto.pid" };
  const login = { user: "console", password: "p@ss" };
  const credentials = { folder: "/srv/mosquitto", pidFile: "/run/mosquitto.pid", login };
  expect(readConfig(env).broker).toEqual({ kind: "external", url: MQTT_URL, credentials });
});

const noLogin = "MQTT_CREDENTIAL_DIR needs a user, of letters and digits, and a password in MQTT_URL.";
test.each<[Record<string, string>, string]>([
  [{ MQTT_PID_FILE: "/run/pid" }, "MQTT_PID_FILE needs MQTT_CREDENTIAL_DIR."],
  [{ MQTT_CREDENTIAL_DIR: "/srv" }, "MQTT_CREDENTIAL_DIR needs MQTT_URL: the embedded broker has no files."],
  [{ MQTT_CREDENTIAL_DIR: "/srv", MQTT_URL: "mqtt://b.test" }, noLogin],
  [{ MQTT_CREDENTIAL_DIR: "/srv", MQTT_URL: "mqtt://console@b.test" }, noLogin],
  [{ MQTT_CREDENTIAL_DIR: "/srv", MQTT_URL: "mqtt://:x@b.test" }, noLogin],
  [{ MQTT_CREDENTIAL_DIR: "/srv", MQTT_URL: "mqtt://a%3Ab:x@b.test" }, noLogin],
  [{ MQTT_CREDENTIAL_DIR: "/srv", MQTT_URL: "mqtt://%zz:x@b.test" }, noLogin],
])("a broker's files are refused when something is missing or wrong: %j", (env, sentence) => {
  expect(() => readConfig(env)).toThrow(new ConfigError(sentence));
});

test.each(["tls://token@nats.example.com:4222", "nats://user:word@10.0.0.21:4222,nats://10.0.0.22:4222"])(
  "NATS has one address or several: %s",
  (NATS_URL) => {
    expect(readConfig({ NATS_URL }).natsUrls).toBe(NATS_URL);
  },
);

test.each(["https://nats.example.com", "nats://one:4222,two:4222", "secret-word"])(
  "an address of NATS that is none is refused without being shown: %s",
  (NATS_URL) => {
    expect(() => readConfig({ NATS_URL })).toThrow("NATS_URL must look like tls://token@host:4222");
    expect(() => readConfig({ NATS_URL })).not.toThrow(NATS_URL);
  },
);
