import { cmd, commands, type Cmd, type CmdAck, type CmdProgress } from "@groundcrew/shared/link";
import { DAY_MS } from "@groundcrew/shared/lib";
import { captureImages, type CaptureOptions } from "./capture.ts";
import type { Clock } from "./clock.ts";
import type { Log } from "./link.ts";
import { requestMedia, type MediaRequestOptions } from "./media/index.ts";
import { done, refuse, type Outcome } from "./outcome.ts";
import { parseJson } from "./state-file.ts";

type CommandOptions = CaptureOptions & MediaRequestOptions;

type CommandHandlerOptions = Omit<CommandOptions, "progress"> & {
  clock: Clock;
  answer: (message: CmdAck | CmdProgress) => void;
  log: Log;
};

/** Runs the commands that a station receives. */
export type CommandHandler = {
  handle(payload: string): void;
  /** Sets what the server's clock shows now (ms), because commands expire by the server's clock. */
  setServerTime(serverTime: number): void;
};

/** How many commands a station remembers, and for how long. */
const MEMORY = { count: 1_000, ms: DAY_MS } as const;

/** Runs each command once and answers a duplicate with the first answer. Captures run one at a time. */
export function createCommandHandler({
  station,
  clock,
  currentMachine,
  answer,
  log,
  media,
  truncatesImages,
}: CommandHandlerOptions): CommandHandler {
  const answers = new Map<string, { at: number; ack: CmdAck | null }>();
  let serverAheadMs = 0;
  let lastCapture: Promise<void> = Promise.resolve();

  function forgetOld(): void {
    for (const [id, { at }] of answers) {
      if (answers.size <= MEMORY.count && clock.now() - at < MEMORY.ms) return;
      answers.delete(id);
    }
  }

  async function run(command: Cmd): Promise<Outcome> {
    if (clock.now() + serverAheadMs > command.expires_at) return refuse("expired", "The command has expired.");
    const { id, instance } = command;
    const progress = (done: number, total: number) => answer({ v: 1, id, instance, data: { done, of: total } });
    try {
      return await dispatch(command, { station, currentMachine, progress, media, truncatesImages });
    } catch (error) {
      log(`${station.name} failed to run ${command.name}: ${String(error)}`);
      return refuse("failed", "The command failed at the station.");
    }
  }

  async function runAndAnswer(command: Cmd): Promise<void> {
    const { id, instance } = command;
    const ack: CmdAck = { v: 1, id, instance, ...(await run(command)) };
    answers.set(id, { at: clock.now(), ack });
    answer(ack);
  }

  return {
    handle(payload) {
      const read = cmd.safeParse(parseJson(payload));
      if (!read.success) return;
      const earlier = answers.get(read.data.id);
      if (earlier?.ack) return answer(earlier.ack);
      if (earlier) return;
      answers.set(read.data.id, { at: clock.now(), ack: null });
      forgetOld();
      if (read.data.name === "capture") lastCapture = lastCapture.then(() => runAndAnswer(read.data));
      else void runAndAnswer(read.data);
    },
    setServerTime(serverTime) {
      serverAheadMs = serverTime - clock.now();
    },
  };
}

async function dispatch({ name, data }: Cmd, options: CommandOptions): Promise<Outcome> {
  switch (name) {
    case "ping":
      return done(null);
    case "capture": {
      const read = commands.capture.data.safeParse(data);
      return read.success
        ? captureImages(read.data, options)
        : refuse("invalid", "The capture command's data is invalid.");
    }
    case "stream_open":
    case "stream_candidate":
    case "stream_answer":
    case "stream_heartbeat":
    case "stream_close":
      return requestMedia({ name, data }, options);
    default:
      return refuse("unknown", "This station does not know the command.");
  }
}
