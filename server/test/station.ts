import { topicOf, type Topic } from "@groundcrew/shared/link";
import { connectAsync, type IClientOptions, type MqttClient } from "mqtt";

/** A real MQTT client that acts as a station, without retries, so that a rejected connection is visible. */
export async function connectStation(port: number, station: string, options: IClientOptions = {}): Promise<MqttClient> {
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`, {
    clientId: station,
    username: station,
    password: `secret-of-${station}`,
    reconnectPeriod: 0,
    connectTimeout: 60_000,
    ...options,
  });
  // A test that breaks a connection waits for its close; the error code of the operating system does not matter.
  client.on("error", () => undefined);
  return client;
}

/** Publishes a message as JSON, or as it is if it is bytes; resolves when the broker has acknowledged it. */
export async function sendMessage(client: MqttClient, topic: Topic, message: unknown): Promise<void> {
  const payload = Buffer.isBuffer(message) ? message : JSON.stringify(message);
  await client.publishAsync(topicOf(String(client.options.clientId), topic), payload, { qos: 1 });
}

/** Resolves when the connection closes. */
export function closeOf(client: MqttClient): Promise<void> {
  return new Promise((resolve) => void client.once("close", () => resolve()));
}
