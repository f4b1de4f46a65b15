import { birthAck, cmd, COMMAND_CODES, topicOf, type Birth, type Cmd, type CmdAck } from "@groundcrew/shared/link";
import type { MqttClient } from "mqtt";
import { connectStation, sendMessage } from "./station.ts";
import { birthOf, envelope } from "./stations.ts";

type Capabilities = Birth["data"]["capabilities"];

/** Handles a command and returns its acknowledgement, in which missing fields mean success; null sends none. */
export type HandleCommand = (command: Cmd) => Promise<Partial<CmdAck> | null> | Partial<CmdAck> | null;

export type FakeStationOptions = { capabilities?: Partial<Capabilities>; boot?: number; handleCommand?: HandleCommand };

/** A real client of the link that plays a station, controlled by the test. Resolves when its birth is accepted. */
export async function openFakeStation(port: number, name: string, options: FakeStationOptions) {
  const { boot = 1, capabilities = {}, handleCommand = () => ({}) } = options;
  const client = await connectStation(port, name);
  const { receive, ...commands } = handleCommands(client, handleCommand);

  const born = new Promise<void>((resolve, reject) => {
    client.on("message", (topic, payload) => {
      const message: unknown = JSON.parse(payload.toString());
      if (topic === topicOf(name, "birth_ack")) {
        const { code, message: sentence } = birthAck.parse(message);
        return code === 0 ? resolve() : reject(new Error(sentence));
      }
      receive(cmd.parse(message));
    });
  });
  const topics = (["birth_ack", "cmd"] as const).map((topic) => topicOf(name, topic));
  await client.subscribeAsync(topics, { qos: 1 });
  const able = { cameras: [{ id: "cam0", name: "Front", in_use: true }], streams: 4, commands: ["ping", "capture"] };
  await sendMessage(client, "birth", birthOf(envelope(boot, 1), {}, { capabilities: { ...able, ...capabilities } }));
  await born;
  return { client, ...commands, leave: () => client.endAsync(true) };
}
export type FakeStation = Awaited<ReturnType<typeof openFakeStation>>;

/** Receives the commands of a station and runs each once, however often it arrives. */
function handleCommands(client: MqttClient, first: HandleCommand) {
  const received: Cmd[] = [];
  const delivered: Cmd[] = [];
  const answers = new Map<string, CmdAck>();
  const waiting = new Set<() => void>();
  const handling: Promise<void>[] = [];
  let handleCommand = first;

  async function answer(command: Cmd): Promise<void> {
    const { id, instance } = command;
    const reply = await handleCommand(command);
    if (reply === null) return;
    answers.set(id, { v: 1, id, instance, code: COMMAND_CODES.done, message: "", output: null, ...reply });
    await answerAgain(id);
  }

  async function answerAgain(id: string): Promise<void> {
    const known = answers.get(id);
    if (known) await sendMessage(client, "cmd_ack", known).catch(() => undefined);
  }

  function receive(command: Cmd): void {
    delivered.push(command);
    if (received.some(({ id }) => id === command.id)) return void answerAgain(command.id);
    received.push(command);
    for (const check of waiting) check();
    handling.push(answer(command));
  }

  return {
    receive,
    /** Every command that arrived, without duplicates. */
    received,
    /** Every command message: on a busy machine a command is sent again before it is acknowledged. */
    delivered,
    /** Resolves once all commands are handled and their answers sent. The server repeats an unanswered command, also after a reconnect. */
    idle: () => Promise.all(handling),
    /** Changes how commands are handled from now on. */
    onCommand(next: HandleCommand): void {
      handleCommand = next;
    },
    /** Waits for the next command with a name, or returns one that has already arrived. */
    async receives(command: string): Promise<Cmd> {
      for (;;) {
        const found = received.find(({ name }) => name === command);
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
