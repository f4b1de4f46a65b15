import { z } from "zod";
import { turnServers } from "../streams/index.ts";

const id = z.string().min(1).max(64);

/** Something the server may ask of a station: its name, what goes with it, and what comes back when it is done. */
export type Command<Data extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = {
  name: string;
  data: Data;
  output: Output;
};

function command<Data extends z.ZodType, Output extends z.ZodType>(of: Command<Data, Output>): Command<Data, Output> {
  return of;
}

const nothing = z.null();
const ofStream = { stream: id };

/** All commands, by name. A station names those it knows at birth and refuses the others as `unknown`. */
export const commands = {
  /** Asks for a sign of life and changes nothing. */
  ping: command({ name: "ping", data: z.object({}), output: nothing }),
  /**
   * Takes a picture with each camera named, with the lights on or off, and sends it with one HTTP PUT to the address that stands beside
   * the camera: JPEG, PNG or WebP, at most 10 MB and 16 megapixels. Each address takes one picture and soon runs out. Is answered when
   * every picture has arrived or failed; `failed` says why, a sentence a camera.
   */
  capture: command({
    name: "capture",
    data: z.object({
      lights_on: z.boolean(),
      uploads: z
        .array(z.object({ camera: id, url: z.url().max(2_000) }))
        .min(1)
        .max(32),
    }),
    output: z.object({ failed: z.array(z.object({ camera: id, message: z.string().max(500) })).max(32) }),
  }),
  /**
   * Opens a WebRTC connection that sends the video of some cameras, one track a camera in this order. The offer that comes back names
   * all candidates of the station, since none can be sent later. `turn` carries credentials of the station's own. The station ends
   * the stream by itself after 15 seconds without `stream_heartbeat`.
   */
  stream_open: command({
    name: "stream_open",
    data: z.object({ ...ofStream, cameras: z.array(id).min(1).max(32), turn: turnServers }),
    output: z.object({ sdp_offer: z.string().min(1).max(65_536) }),
  }),
  /** Hands over a candidate of the viewer. It may come before the answer, and is then kept until that is there. */
  stream_candidate: command({
    name: "stream_candidate",
    data: z.object({
      ...ofStream,
      candidate: z.string().max(4_096),
      sdp_mid: z.string().max(256).nullable(),
      sdp_m_line_index: z.int().nonnegative().max(1_024).nullable(),
    }),
    output: nothing,
  }),
  /** Hands over the viewer's answer to the offer. */
  stream_answer: command({
    name: "stream_answer",
    data: z.object({ ...ofStream, sdp: z.string().min(1).max(65_536) }),
    output: nothing,
  }),
  /** Says that someone still watches. */
  stream_heartbeat: command({ name: "stream_heartbeat", data: z.object(ofStream), output: nothing }),
  /** Ends a stream. One that has ended already is no failure. */
  stream_close: command({ name: "stream_close", data: z.object(ofStream), output: nothing }),
} as const;

/**
 * What the server publishes on `cmd`. `id` stays the same when the command is sent again: a station remembers ids for a day, does each
 * at most once, and answers a repetition as it answered the first time, or not at all while it is still at work. `expires_at`
 * is in ms by the server's clock, which the station knows from the answer to its birth; a command that comes later is
 * refused. `instance` names the server that asked.
 */
export const cmd = z.object({
  v: z.literal(1),
  id: id.describe("The same for all repetitions."),
  name: id.describe("What is asked."),
  instance: id.describe("The server that asks; goes back as it came."),
  expires_at: z.number().describe("In ms since 1970, by the server's clock: what comes later is refused."),
  data: z.unknown(),
});
export type Cmd = z.output<typeof cmd>;

/** `code` of the answer to a command. With any but `done` comes a sentence that is shown to the person who asked. */
export const COMMAND_CODES = {
  done: 0,
  /** The station does not know the command, or has nothing to do it with. */
  unknown: 1,
  /** What came with the command does not fit it. */
  invalid: 2,
  expired: 3,
  /** The station does as much as it can already. */
  busy: 4,
  /** It was tried and did not work. */
  failed: 5,
  /** The stream it is about has ended. */
  gone: 6,
} as const;

/** How a station answers a command, once: `id` and `instance` are those of the command, `output` is null unless it is done. */
export const cmdAck = z.object({
  v: z.literal(1),
  id,
  instance: id,
  code: z.number().int(),
  message: z.string().max(500),
  output: z.unknown(),
});
export type CmdAck = z.output<typeof cmdAck>;

/** Says that a station has begun a command and how far it is: so many parts done, of so many. May come any number of times. */
export const cmdProgress = z.object({
  v: z.literal(1),
  id,
  instance: id,
  data: z.object({ done: z.int().nonnegative(), of: z.int().nonnegative() }),
});
export type CmdProgress = z.output<typeof cmdProgress>;
