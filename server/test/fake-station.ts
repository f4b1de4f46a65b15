import { birthAck, cmd, COMMAND_CODES, topicOf, type Birth, type Cmd, type CmdAck } from "@groundcrew/shared/link";
import type { MqttClient } from "mqtt";
import { connectStation, say } from "./station.ts";
import { birthOf, envelope } from "./stations.ts";

type Capabilities = Birth["data"]["capabilities"];

/** What a station does when it is asked: its answer, nothing said of it being that it is done, or null for silence. */
export type HandleCommand = (command: Cmd) => Promise<Partial<CmdAck> | null> | Partial<CmdAck> | null;

export type FakeStationOptions = { capabilities?: Partial<Capabilities>; boot?: number; obey?: HandleCommand };

/** A real client of the link in the place of a station, that does what the test says. It is born when this is done. */
export async function openFakeStation(port: number, name: string, of: FakeStationOptions) {
  const { boot = 1, capabilities = {}, obey = () => ({}) } = of;
  const client = await connectStation(port, name);
  const { hear, ...orders } = ordersOf(client, obey);

  const born = new Promise<void>((resolve, reject) => {
    client.on("message", (topic, payload) => {
      const message: unknown = JSON.parse(payload.toString());
      if (topic === topicOf(name, "birth_ack")) {
        const { code, message: sentence } = birthAck.parse(message);
        return code === 0 ? resolve() : reject(new Error(sentence));
      }
      hear(cmd.parse(message));
    });
  });
  const topics = (["birth_ack", "cmd"] as const).map((topic) => topicOf(name, topic));
  await client.subscribeAsync(topics, { qos: 1 });
  const able = { cameras: [{ id: "cam0", name: "Front", in_use: true }], streams: 4, commands: ["ping", "capture"] };
  await say(client, "birth", birthOf(envelope(boot, 1), {}, { capabilities: { ...able, ...capabilities } }));
  await born;
  return { client, ...orders, leave: () => client.endAsync(true) };
}
export type FakeStation = Awaited<ReturnType<typeof openFakeStation>>;

/** What a station is asked and what it does about it: each command once, however often it comes. */
function ordersOf(client: MqttClient, first: HandleCommand) {
  const heard: Cmd[] = [];
  const delivered: Cmd[] = [];
  const answers = new Map<string, CmdAck>();
  const waiting = new Set<() => void>();
  let obey = first;

  async function answer(asked: Cmd): Promise<void> {
    const { id, instance } = asked;
    const told = await obey(asked);
    if (told === null) return;
    answers.set(id, { v: 1, id, instance, code: COMMAND_CODES.done, message: "", output: null, ...told });
    await answerAgain(id);
  }

  async function answerAgain(id: string): Promise<void> {
    const known = answers.get(id);
    if (known) await say(client, "cmd_ack", known).catch(() => undefined);
  }

  function hear(asked: Cmd): void {
    delivered.push(asked);
    if (heard.some(({ id }) => id === asked.id)) return void answerAgain(asked.id);
    heard.push(asked);
    for (const check of waiting) check();
    void answer(asked);
  }

  return {
    hear,
    /** Every command that came, once. */
    heard,
    /** Every message that brought one: on a busy machine a command comes again before it is answered. */
    delivered,
    /** Does something else from now on. */
    obeys(next: HandleCommand): void {
      obey = next;
    },
    /** Waits for the next command of a name, or for one that has come already. */
    async hears(command: string): Promise<Cmd> {
      for (;;) {
        const found = heard.find(({ name }) => name === command);
        if (found) return found;
        await new Promise<void>((resolve) => {
          const check = () => {
            waiting.delete(check);
            resolve();
          };
          waiting.add(check);
        });
      }
    },
  };
}
