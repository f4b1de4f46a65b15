import { resolve } from "node:path";
import { parseUrl, type SettingsReader } from "./read-settings.ts";

/** Our own broker, or one of others. The address and the login hold a password. */
export type BrokerSettings =
  | { kind: "embedded"; host: string; port: number }
  | { kind: "external"; url: string; credentials: CredentialSettings | null };

/** Where to write whom a Mosquitto lets in, the servers themselves included, and how it is told. Absolute paths. */
type CredentialSettings = { folder: string; pidFile: string | null; login: { user: string; password: string } };

const USER = /^[A-Za-z0-9_.-]{1,64}$/;

export function readBroker(reader: SettingsReader, own: { host: string; port: number }): BrokerSettings {
  const url = reader.text("MQTT_URL");
  const folder = reader.text("MQTT_CREDENTIAL_DIR");
  const pidFile = reader.text("MQTT_PID_FILE");
  if (pidFile !== null && folder === null) reader.mistakes.push("MQTT_PID_FILE needs MQTT_CREDENTIAL_DIR.");
  if (url === null) {
    if (folder !== null) reader.mistakes.push("MQTT_CREDENTIAL_DIR needs MQTT_URL: the embedded broker has no files.");
    return { kind: "embedded", ...own };
  }
  const parsed = parseUrl(url, ["mqtt:", "mqtts:"]);
  if (parsed === null) {
    reader.mistakes.push("MQTT_URL must look like mqtt://user:password@host:1883 or mqtts://host:8883.");
  }
  if (parsed === null || folder === null) return { kind: "external", url, credentials: null };
  const login = { user: decoded(parsed.username), password: decoded(parsed.password) };
  if (!USER.test(login.user) || login.password === "") {
    reader.mistakes.push("MQTT_CREDENTIAL_DIR needs a user, of letters and digits, and a password in MQTT_URL.");
  }
  const paths = { folder: resolve(folder), pidFile: pidFile && resolve(pidFile) };
  return { kind: "external", url, credentials: { ...paths, login } };
}

/** Admins copy it, so it holds no login. */
export function readBrokerPublicUrl(reader: SettingsReader): string | null {
  const text = reader.text("MQTT_PUBLIC_URL");
  if (text === null) return null;
  const url = parseUrl(text, ["mqtt:", "mqtts:"]);
  // What is shown goes into a command line as it is.
  const isPlain = url !== null && /^[a-z0-9.:[\]-]+$/i.test(url.host) && `${url.protocol}//${url.host}` === text;
  if (!isPlain) {
    reader.mistakes.push("MQTT_PUBLIC_URL must look like mqtts://broker.example.com:8883, without a login or a path.");
  }
  return text;
}

/** Text of a part of an address; nothing where it is written wrongly. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
