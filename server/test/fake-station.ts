import { birthAck, cmd, COMMAND_CODES, topicOf, type Birth, type Cmd, type CmdAck } from "@groundcrew/shared/link";
import { connectStation, say } from "./station.ts";
import { birthOf, envelope } from "./stations.ts";

type Capabilities = Birth["data"]["capabilities"];

/** What a station does when it is asked: its answer, nothing said of it being that it is done, or null for silence. */
export type Obey = (command: Cmd) => Promise<Partial<CmdAck> | null> | Partial<CmdAck> | null;

export type FakeStationOptions = { capabilities?: Partial<Capabilities>; boot?: number; obey?: Obey };

/** A real client of the link in the place of a station, that does what the test says. It is born when this is done. */
export async function openFakeStation(port: number, name: string, of: FakeStationOptions) {
  const { boot = 1, capabilities = {} } = of;
  const client = await connectStation(port, name);
  const heard: Cmd[] = [];
  const waiting = new Set<() => void>();
  let obey: Obey = of.obey ?? (() => ({}));

  async function answer(asked: Cmd): Promise<void> {
    const { id, instance } = asked;
    const told = await obey(asked);
    if (told === null) return;
    const ack = { v: 1, id, instance, code: COMMAND_CODES.done, message: "", output: null, ...told };
    await say(client, "cmd_ack", ack).catch(() => undefined);
  }

  const born = new Promise<void>((resolve, reject) => {
    client.on("message", (topic, payload) => {
      const message: unknown = JSON.parse(payload.toString());
      if (topic === topicOf(name, "birth_ack")) {
        const { code, message: sentence } = birthAck.parse(message);
        return code === 0 ? resolve() : reject(new Error(sentence));
      }
      const asked = cmd.parse(message);
      heard.push(asked);
      for (const check of waiting) check();
      void answer(asked);
    });
  });
  const topics = (["birth_ack", "cmd"] as const).map((topic) => topicOf(name, topic));
  await client.subscribeAsync(topics, { qos: 1 });
  const able = { cameras: [{ id: "cam0", name: "Front", in_use: true }], streams: 4, commands: ["ping", "capture"] };
  await say(client, "birth", birthOf(envelope(boot, 1), {}, { capabilities: { ...able, ...capabilities } }));
  await born;

  return {
    client,
    /** Every command that came, again or not. */
    heard,
    /** Does something else from now on. */
    obeys(next: Obey): void {
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
    leave: () => client.endAsync(true),
  };
}
export type FakeStation = Awaited<ReturnType<typeof openFakeStation>>;
