import { randomUUID } from "node:crypto";
import {
  COMMAND_CODES,
  topicOf,
  type Cmd,
  type CmdAck,
  type CmdProgress,
  type Command,
  cmdAck,
  cmdProgress,
} from "@groundcrew/shared/link";
import type { z } from "zod";
import type { Link } from "./link.ts";
import { commandsSent } from "./metrics.ts";
import type { MessageReader } from "./message-reader.ts";
import { NO_OTHER_SERVERS, type OtherServers } from "./other-servers.ts";

/**
 * How often a command is sent again, before and after the station reported progress, because the command or its answer may be lost.
 * A command is no longer repeated once the station was found offline: it must not run an old command when it reconnects.
 */
const REPEAT_MS = { sent: 2_000, inProgress: 10_000 } as const;

/** Outcome of a command. The message of a refusal is shown to the user. */
export type CommandResult<Output> =
  | { kind: "done"; output: Output }
  | { kind: "refused"; code: number; message: string }
  | { kind: "offline" }
  | { kind: "timeout" };

type CommandRequest<Data extends z.ZodType, Output extends z.ZodType> = {
  station: string;
  command: Command<Data, Output>;
  data: z.input<Data>;
  timeoutMs: number;
};

/** Sends commands to stations and returns their outcome. */
export type Commands = {
  /** Whether a station is online. */
  isUp: (this: void, station: string) => boolean;
  /** Sends a command, repeats it until the station answers, and resolves with the outcome; at once when the station is offline. */
  send: <Data extends z.ZodType, Output extends z.ZodType>(
    this: void,
    request: CommandRequest<Data, Output>,
  ) => Promise<CommandResult<z.output<Output>>>;
  /** Resolves every pending command with `timeout`. */
  stop(): Promise<void>;
};

export type CommandsOptions = {
  link: Pick<Link, "handle" | "publish"> & { reader: Pick<MessageReader, "read"> };
  /** Unique name of this server, which answers to its commands carry. */
  server: string;
  /** Whether a station's link is up. */
  isUp: (station: string) => boolean;
  /** The servers that stations may be connected to instead. */
  others?: OtherServers;
  now: () => number;
};

/** Has to be called before the link starts. */
export function openCommands({ link, server, isUp, others = NO_OTHER_SERVERS, now }: CommandsOptions): Commands {
  const answers = awaitAnswers({ link, server, others });
  let isStopped = false;

  /** Sends a command until it is answered or times out. */
  function sendUntilAnswered(station: string, message: Cmd, timeoutMs: number): Promise<Answer> {
    const text = JSON.stringify(message);
    const publish = async () =>
      (await link.publish(topicOf(station, "cmd"), text)) || (await others.sendCommand(station, message));
    return new Promise((resolve) => {
      let repeatTimer = setInterval(repeat, REPEAT_MS.sent);
      const timeout = setTimeout(() => settle("timeout"), timeoutMs);
      function repeat(): void {
        if (isUp(station)) void publish().then((isSent) => isSent || clearInterval(repeatTimer));
        else clearInterval(repeatTimer);
      }
      function settle(answer: Answer): void {
        clearInterval(repeatTimer);
        clearTimeout(timeout);
        answers.remove(message.id);
        resolve(answer);
      }
      const isPending = answers.add(message.id, {
        station,
        onProgress() {
          clearInterval(repeatTimer);
          repeatTimer = setInterval(repeat, REPEAT_MS.inProgress);
        },
        onAnswer: settle,
      });
      if (!isPending) return settle("busy");
      void publish().then((isSent) => isSent || settle("offline"));
    });
  }

  async function send<Data extends z.ZodType, Output extends z.ZodType>(request: CommandRequest<Data, Output>) {
    const { station, command, data, timeoutMs } = request;
    if (isStopped || !isUp(station)) return { kind: "offline" as const };
    const header = { v: 1 as const, id: randomUUID(), name: command.name, instance: server };
    const answer = await sendUntilAnswered(station, { ...header, expires_at: now() + timeoutMs, data }, timeoutMs);
    const result = resultOf(answer, command.output);
    commandsSent.inc({ command: command.name, outcome: result.kind });
    return result;
  }

  return {
    isUp,
    send,
    async stop() {
      isStopped = true;
      answers.stop();
    },
  };
}

type Answer = CmdAck | "offline" | "timeout" | "busy" | "stopped";

function resultOf<Output extends z.ZodType>(answer: Answer, schema: Output): CommandResult<z.output<Output>> {
  switch (answer) {
    case "offline":
    case "timeout":
      return { kind: answer };
    case "stopped":
      return { kind: "timeout" };
    case "busy":
      return refused(COMMAND_CODES.busy, "It has too many commands pending.");
    default:
      break;
  }
  if (answer.code !== COMMAND_CODES.done) return refused(answer.code, answer.message);
  const read = schema.safeParse(answer.output);
  if (read.success) return { kind: "done", output: read.data };
  return refused(COMMAND_CODES.failed, "Its answer is not valid.");
}

function refused(code: number, message: string): { kind: "refused"; code: number; message: string } {
  return { kind: "refused", code, message };
}

/** How many commands may wait for an answer: to one station, and in total. */
const MAX_PENDING = { station: 32, all: 10_000 } as const;

/** A command that waits for its answer. `onProgress` may be called before `onAnswer`, which is called once. */
type PendingCommand = {
  station: string;
  onProgress: () => void;
  onAnswer: (answer: CmdAck | "stopped") => void;
};

type Identified = { id: string; instance: string };

/** Commands that wait for an answer, by ID. Create it before the link starts. */
function awaitAnswers({ link, server, others }: Pick<CommandsOptions, "link" | "server"> & { others: OtherServers }) {
  const pending = new Map<string, PendingCommand>();
  const { read } = link.reader;

  /** The command that an answer belongs to, if this server sent it to the station that answers. */
  function find(station: string, { id, instance }: Identified): PendingCommand | undefined {
    const found = pending.get(id);
    return instance === server && found?.station === station ? found : undefined;
  }

  const own = {
    answered: (station: string, answer: CmdAck) => find(station, answer)?.onAnswer(answer),
    progressed: (station: string, progress: CmdProgress) => find(station, progress)?.onProgress(),
  };
  /** Where an answer belongs. */
  const receiverOf = ({ instance }: Identified) => (instance === server ? own : others);

  link.handle("cmd_ack", (received) => {
    const answer = read(cmdAck, received);
    if (answer.ok) receiverOf(answer.message).answered(received.station, answer.message);
  });
  link.handle("cmd_progress", (received) => {
    const progress = read(cmdProgress, received);
    if (progress.ok) receiverOf(progress.message).progressed(received.station, progress.message);
  });
  others.handleAnswers(own);

  return {
    /** Waits for the answer to a command; false when too many commands are pending. */
    add(id: string, command: PendingCommand): boolean {
      if (pending.size >= MAX_PENDING.all) return false;
      const toStation = [...pending.values()].filter(({ station }) => station === command.station);
      if (toStation.length >= MAX_PENDING.station) return false;
      pending.set(id, command);
      return true;
    },
    remove: (id: string) => void pending.delete(id),
    stop(): void {
      for (const { onAnswer } of pending.values()) onAnswer("stopped");
    },
  };
}
