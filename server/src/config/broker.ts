import type { Given } from "./read-settings.ts";

/** The server's own broker or an external one. `url` and `login` contain a password. */
export type BrokerSettings =
  | { kind: "embedded"; host: string; port: number }
  | { kind: "external"; url: string; credentials: CredentialSettings | null };

/** Where to write the credentials that Mosquitto accepts, including the servers' own, and how to notify Mosquitto. Absolute paths. */
type CredentialSettings = { folder: string; pidFile: string | null; login: { user: string; password: string } };

const USER = /^[A-Za-z0-9_.-]{1,64}$/;

export function readBroker({ values, isSet, mistakes }: Given): BrokerSettings {
  const { MQTT_URL: url, MQTT_CREDENTIAL_DIR: folder, MQTT_PID_FILE: pidFile } = values;
  if (isSet("MQTT_PID_FILE") && !isSet("MQTT_CREDENTIAL_DIR")) {
    mistakes.push("MQTT_PID_FILE needs MQTT_CREDENTIAL_DIR.");
  }
  if (isSet("MQTT_CREDENTIAL_DIR") && !isSet("MQTT_URL")) {
    mistakes.push("MQTT_CREDENTIAL_DIR needs MQTT_URL: the embedded broker has no files.");
  }
  if (url === null) return { kind: "embedded", host: values.MQTT_HOST, port: values.MQTT_PORT };
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
