import { stat } from "node:fs/promises";
import { join } from "node:path";
import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Finding } from "@groundcrew/shared/system";
import mqtt from "mqtt";
import { withoutLogin } from "../platform/address.ts";
import type { Config } from "../platform/config/index.ts";
import { reasonOf } from "../platform/lib/index.ts";
import { writtenCanary } from "../platform/link/index.ts";

const TIMEOUT_MS = 5 * SECOND_MS;
/** A broker has read its files by then. */
const APPLIED_MS = 10 * SECOND_MS;

type ExternalBroker = Extract<Config["broker"], { kind: "external" }>;
type Login = { username: string; password: string };

/** Whether the broker accepts this server, and applies the credentials of stations that were written for it. */
export async function checkBroker({ broker }: Config): Promise<Finding[]> {
  if (broker.kind === "embedded") return [];
  const about = "broker";
  const where = `The broker at ${new URL(broker.url).host}`;
  try {
    await connectTo(broker.url);
  } catch (error) {
    const sentence = `${where} does not accept this server: ${reasonOf(error)}. Check MQTT_URL and the broker's log.`;
    return [{ about, state: "problem", sentence }];
  }
  return [{ about, state: "ok", sentence: `${where} accepts this server.` }, ...(await checkCredentials(broker))];
}

/** The password of one user changes whenever the file does, so a broker that accepts it has read the newest file. */
async function checkCredentials({ url, credentials }: ExternalBroker): Promise<Finding[]> {
  if (credentials === null) return [];
  const about = "credentials";
  const canary = await writtenCanary(credentials);
  if (canary === null) {
    const sentence = `There is no password file in ${credentials.folder} yet. The server writes it when it runs.`;
    return [{ about, state: "note", sentence }];
  }
  try {
    await connectTo(url, { username: canary.user, password: canary.password });
    return [{ about, state: "ok", sentence: "The broker applies the newest passwords of stations." }];
  } catch (error) {
    const { mtimeMs } = await stat(join(credentials.folder, "passwords"));
    if (Date.now() - mtimeMs < APPLIED_MS) {
      return [{ about, state: "ok", sentence: "The passwords of stations have just been written." }];
    }
    const sentence = `The broker does not apply the passwords of stations that were last written (${reasonOf(error)}), so new ones are refused and old ones still accepted. Make it read its files: systemctl reset-failed 'mosquitto-credentials.*', systemctl restart mosquitto-credentials.path, systemctl reload mosquitto.`;
    return [{ about, state: "problem", sentence }];
  }
}

/** Connects and disconnects. Rejects with the broker's reason. Without a login, that of the address is used. */
async function connectTo(url: string, login?: Login): Promise<void> {
  const clientId = `groundcrew-check-${process.pid}-${login === undefined ? "server" : "canary"}`;
  const options = { connectTimeout: TIMEOUT_MS, reconnectPeriod: 0, clientId, ...login };
  // A login in the address would take the place of any other.
  const client = await mqtt.connectAsync(login === undefined ? url : withoutLogin(url), options);
  await client.endAsync();
}
