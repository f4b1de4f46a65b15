import { randomUUID } from "node:crypto";
import { COMMAND_CODES, topicOf, type Cmd, type CmdAck, type Command } from "@groundcrew/shared/link";
import type { z } from "zod";
import { awaitAnswers } from "./awaited-answers.ts";
import type { Link } from "./link.ts";
import { commandsSent } from "./metrics.ts";

/**
 * A command is sent again this often while the station says nothing of it, and once it has begun: its answer may be lost. Not when the
 * station was found gone: it must not begin, whenever it comes back, with what someone wanted long ago.
 */
const AGAIN_MS = { unheard: 2_000, begun: 10_000 } as const;

/** What became of a command. A refusal is a sentence for the person who asked. */
export type CommandResult<Output> =
  | { kind: "done"; output: Output }
  | { kind: "refused"; code: number; message: string }
  | { kind: "offline" }
  | { kind: "timeout" };

/** What is asked of a station, and how long it has time. */
type Asked<Data extends z.ZodType, Output extends z.ZodType> = {
  station: string;
  command: Command<Data, Output>;
  data: z.input<Data>;
  timeoutMs: number;
};

/** Asks stations to do things and hears how it went. */
export type Commands = {
  /** Whether a station would hear a command now. */
  isUp: (this: void, station: string) => boolean;
  /**
   * Sends a command, again while nothing is heard of it, and answers when the station does. One that is offline is said to be at
   * once: nothing waits for it to come back.
   */
  send: <Data extends z.ZodType, Output extends z.ZodType>(
    this: void,
    asked: Asked<Data, Output>,
  ) => Promise<CommandResult<z.output<Output>>>;
  /** Gives up on every answer that is still to come. */
  stop(): Promise<void>;
};

export type CommandsOptions = {
  link: Pick<Link, "handle" | "publish" | "reader">;
  /** Name of this server, different from every other's: answers to what another asked are not for it. */
  server: string;
  /** Whether a station's link is up. */
  isUp: (station: string) => boolean;
  now: () => number;
};

/** To be called before the link is started. */
export function openCommands({ link, server, isUp, now }: CommandsOptions): Commands {
  const answers = awaitAnswers({ link, server });
  let isStopped = false;

  /** Sends a command until it is answered, and answers with that. */
  function ask(station: string, message: Cmd, timeoutMs: number): Promise<Heard> {
    const publish = () => link.publish(topicOf(station, "cmd"), JSON.stringify(message));
    return new Promise((resolve) => {
      let again = setInterval(repeat, AGAIN_MS.unheard);
      const timer = setTimeout(() => settle("timeout"), timeoutMs);
      function repeat(): void {
        if (isUp(station)) void publish().then((isTaken) => isTaken || clearInterval(again));
        else clearInterval(again);
      }
      function settle(heard: Heard): void {
        clearInterval(again);
        clearTimeout(timer);
        answers.remove(message.id);
        resolve(heard);
      }
      const isWaiting = answers.add(message.id, {
        station,
        onBegun() {
          clearInterval(again);
          again = setInterval(repeat, AGAIN_MS.begun);
        },
        onAnswer: settle,
      });
      if (!isWaiting) return settle("busy");
      void publish().then((isTaken) => isTaken || settle("offline"));
    });
  }

  async function send<Data extends z.ZodType, Output extends z.ZodType>(asked: Asked<Data, Output>) {
    const { station, command, data, timeoutMs } = asked;
    if (isStopped || !isUp(station)) return { kind: "offline" as const };
    const about = { v: 1 as const, id: randomUUID(), name: command.name, instance: server };
    const heard = await ask(station, { ...about, expires_at: now() + timeoutMs, data }, timeoutMs);
    const result = resultOf(heard, command.output);
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

type Heard = CmdAck | "offline" | "timeout" | "busy" | "stopped";

function resultOf<Output extends z.ZodType>(heard: Heard, schema: Output): CommandResult<z.output<Output>> {
  switch (heard) {
    case "offline":
    case "timeout":
      return { kind: heard };
    case "stopped":
      return { kind: "timeout" };
    case "busy":
      return refused(COMMAND_CODES.busy, "It is being asked too much at once.");
    default:
      break;
  }
  if (heard.code !== COMMAND_CODES.done) return refused(heard.code, heard.message);
  const read = schema.safeParse(heard.output);
  if (read.success) return { kind: "done", output: read.data };
  return refused(COMMAND_CODES.failed, "Its answer cannot be understood.");
}

function refused(code: number, message: string): { kind: "refused"; code: number; message: string } {
  return { kind: "refused", code, message };
}
