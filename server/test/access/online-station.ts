import { cmd, commands, COMMAND_CODES, topicOf, type Cmd } from "@groundcrew/shared/link";
import { afterAll } from "vitest";
import { hashSecret } from "../../src/platform/link/index.ts";
import { connectStation, sendMessage } from "../station.ts";
import { SAMPLE_IMAGE } from "./media.ts";
import type { TestServer } from "./test-server.ts";

/** Connects the station of organization A, which then uploads the images that are requested, offers video and accepts all other commands. */
export async function connectOnline({ app, db, linkPort, ours: { station } }: TestServer): Promise<void> {
  await db
    .updateTable("stations")
    .set({ api_password_hash: hashSecret(`secret-of-${station}`) })
    .where("name", "=", station)
    .execute();
  const client = await connectStation(linkPort, station);
  client.on("message", (_, payload) => void handleCommand(cmd.parse(JSON.parse(payload.toString()))));
  await client.subscribeAsync(topicOf(station, "cmd"), { qos: 1 });
  afterAll(() => client.endAsync());

  async function handleCommand(command: Cmd): Promise<void> {
    const { id, instance, name } = command;
    if (name === "capture") await uploadImages(command);
    const outputs: Record<string, unknown> = { capture: { failed: [] }, stream_open: { sdp_offer: "v=0\r\n" } };
    const output = outputs[name] ?? null;
    await sendMessage(client, "cmd_ack", { v: 1, id, instance, code: COMMAND_CODES.done, message: "", output });
  }

  async function uploadImages({ data }: Cmd): Promise<void> {
    for (const { url } of commands.capture.data.parse(data).uploads) {
      const headers = { "content-type": "image/jpeg" };
      await app.inject({ method: "PUT", url: new URL(url).pathname, headers, payload: SAMPLE_IMAGE });
    }
  }
}
