import { topicOf, type Topic } from "@groundcrew/shared/link";
import { connectAsync, type IClientOptions, type MqttClient } from "mqtt";

/** A real MQTT client in the place of a station: no retries, so that a refusal is seen as one. */
export async function connectStation(port: number, station: string, options: IClientOptions = {}): Promise<MqttClient> {
  return connectAsync(`mqtt://127.0.0.1:${port}`, {
    clientId: station,
    username: station,
    password: `secret-of-${station}`,
    reconnectPeriod: 0,
    connectTimeout: 5_000,
    ...options,
  });
}

/** Sends a message of one kind, as JSON unless it is bytes already; done once the broker has it. */
export async function say(client: MqttClient, topic: Topic, message: unknown): Promise<void> {
  const payload = Buffer.isBuffer(message) ? message : JSON.stringify(message);
  await client.publishAsync(topicOf(String(client.options.clientId), topic), payload, { qos: 1 });
}
