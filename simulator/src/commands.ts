import { cmd, commands, type Cmd, type CmdAck, type CmdProgress } from "@groundcrew/shared/link";
import { DAY_MS } from "@groundcrew/shared/lib";
import type { FleetStation, Machine } from "./model/index.ts";
import { captureImages } from "./capture.ts";
import type { Clock } from "./clock.ts";
import type { Log } from "./link.ts";
import { askMedia, type Media } from "./media/index.ts";
import { done, refuse, type Outcome } from "./outcome.ts";
import { parseJson } from "./state-file.ts";

type CommandHandlerOptions = {
  station: FleetStation;
  clock: Clock;
  look: () => Machine;
  answer: (message: CmdAck | CmdProgress) => void;
  log: Log;
  /** Sends the live video. */
  media: Media;
  /** Whether cameras deliver only half of each picture. */
  camerasAreHalfDead: () => boolean;
};

/** A station's ear for commands. */
export type CommandHandler = {
  hear(payload: string): void;
  /** Takes note of what the server's clock shows now (ms): commands expire by it. */
  setServerTime(serverTime: number): void;
};

/** As many commands as a station remembers, and for how long. */
const REMEMBERED = { count: 1_000, ms: DAY_MS } as const;

/** Does what the server asks, each command once, and answers a repetition as it did the first time. Captures take turns. */
export function obey({
  station,
  clock,
  look,
  answer,
  log,
  media,
  camerasAreHalfDead,
}: CommandHandlerOptions): CommandHandler {
  const remembered = new Map<string, { at: number; ack: CmdAck | null }>();
  let serverAheadMs = 0;
  let lastCapture: Promise<void> = Promise.resolve();

  function forget(): void {
    for (const [id, { at }] of remembered) {
      if (remembered.size <= REMEMBERED.count && clock.now() - at < REMEMBERED.ms) return;
      remembered.delete(id);
    }
  }

  async function run(asked: Cmd): Promise<Outcome> {
    if (clock.now() + serverAheadMs > asked.expires_at) return refuse("expired", "The command came too late.");
    const { id, instance } = asked;
    const progress = (done: number, of: number) => answer({ v: 1, id, instance, data: { done, of } });
    try {
      return await perform(asked, { station, look, progress, media, camerasAreHalfDead });
    } catch (error) {
      log(`${station.name} could not do ${asked.name}: ${String(error)}`);
      return refuse("failed", "The station could not do it.");
    }
  }

  async function settle(asked: Cmd): Promise<void> {
    const { id, instance } = asked;
    const ack: CmdAck = { v: 1, id, instance, ...(await run(asked)) };
    remembered.set(id, { at: clock.now(), ack });
    answer(ack);
  }

  return {
    hear(payload) {
      const read = cmd.safeParse(parseJson(payload));
      if (!read.success) return;
      const before = remembered.get(read.data.id);
      if (before?.ack) return answer(before.ack);
      if (before) return;
      remembered.set(read.data.id, { at: clock.now(), ack: null });
      forget();
      if (read.data.name === "capture") lastCapture = lastCapture.then(() => settle(read.data));
      else void settle(read.data);
    },
    setServerTime(serverTime) {
      serverAheadMs = serverTime - clock.now();
    },
  };
}

type Surroundings = {
  station: FleetStation;
  look: () => Machine;
  progress: (done: number, of: number) => void;
  media: Media;
  camerasAreHalfDead: () => boolean;
};

async function perform({ name, data }: Cmd, surroundings: Surroundings): Promise<Outcome> {
  switch (name) {
    case "ping":
      return done(null);
    case "capture": {
      const read = commands.capture.data.safeParse(data);
      return read.success
        ? captureImages(read.data, surroundings)
        : refuse("invalid", "The capture cannot be understood.");
    }
    case "stream_open":
    case "stream_candidate":
    case "stream_answer":
    case "stream_heartbeat":
    case "stream_close":
      return askMedia({ name, data }, surroundings);
    default:
      return refuse("unknown", "This station does not know the command.");
  }
}
