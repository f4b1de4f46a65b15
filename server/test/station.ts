import { topicOf, type Topic } from "@groundcrew/shared/link";
import { connectAsync, type IClientOptions, type MqttClient } from "mqtt";

/** A real MQTT client in the place of a station: no retries, so that a refusal is seen as one. */
export async function connectStation(port: number, station: string, options: IClientOptions = {}): Promise<MqttClient> {
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`, {
    clientId: station,
    username: station,
    password: `secret-of-${station}`,
    reconnectPeriod: 0,
    connectTimeout: 60_000,
    ...options,
  });
  // A test that breaks a connection sees it close; what the operating system calls it does not matter.
  client.on("error", () => undefined);
  return client;
}

/** Sends a message of one kind, as JSON unless it is bytes already; done once the broker has it. */
export async function say(client: MqttClient, topic: Topic, message: unknown): Promise<void> {
  const payload = Buffer.isBuffer(message) ? message : JSON.stringify(message);
  await client.publishAsync(topicOf(String(client.options.clientId), topic), payload, { qos: 1 });
}
