import { z } from "zod";
import { turnServers } from "../streams/index.ts";

const id = z.string().min(1).max(64);

/** A command from the server to a station: name, input and output. */
export type Command<Data extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = {
  name: string;
  data: Data;
  output: Output;
};

function command<Data extends z.ZodType, Output extends z.ZodType>(
  declared: Command<Data, Output>,
): Command<Data, Output> {
  return declared;
}

const noOutput = z.null();
const streamFields = { stream: id };

/** All commands, by name. A station lists the ones it supports in its birth, and answers others with `unknown`. */
export const commands = {
  /** Tests the connection; changes nothing. */
  ping: command({ name: "ping", data: z.object({}), output: noOutput }),
  /**
   * Takes an image with each listed camera, with the lights on or off, and sends it with one HTTP PUT to the camera's `url`: JPEG, PNG or
   * WebP, at most 10 MB and 16 megapixels. Each address accepts one image and soon expires. The station answers when every image has
   * arrived or failed; `failed` has a sentence for each failed camera.
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
   * Opens a WebRTC connection that sends video, with one track per camera in this order. The returned offer includes all ICE candidates of
   * the station, since none can be sent later. `turn` has credentials for this station. The station ends the stream after 15 seconds
   * without `stream_heartbeat`.
   */
  stream_open: command({
    name: "stream_open",
    data: z.object({ ...streamFields, cameras: z.array(id).min(1).max(32), turn: turnServers }),
    output: z.object({ sdp_offer: z.string().min(1).max(65_536) }),
  }),
  /** Forwards one of the viewer's ICE candidates. It may arrive before the answer and is then stored until the answer arrives. */
  stream_candidate: command({
    name: "stream_candidate",
    data: z.object({
      ...streamFields,
      candidate: z.string().max(4_096),
      sdp_mid: z.string().max(256).nullable(),
      sdp_m_line_index: z.int().nonnegative().max(1_024).nullable(),
    }),
    output: noOutput,
  }),
  /** Forwards the viewer's answer to the offer. */
  stream_answer: command({
    name: "stream_answer",
    data: z.object({ ...streamFields, sdp: z.string().min(1).max(65_536) }),
    output: noOutput,
  }),
  /** Says that someone is still watching. */
  stream_heartbeat: command({ name: "stream_heartbeat", data: z.object(streamFields), output: noOutput }),
  /** Ends a stream. Succeeds if it has already ended. */
  stream_close: command({ name: "stream_close", data: z.object(streamFields), output: noOutput }),
} as const;

/**
 * A message that the server publishes on `cmd`. `id` stays the same when the command is repeated: a station remembers ids for a day,
 * executes each at most once, and answers a repetition like the first one, or not at all while the command is in progress. `expires_at` is
 * in ms by the server's clock, which the station knows from the reply to its birth; it rejects a command that arrives later. `instance` is
 * the server that sent the command.
 */
export const cmd = z.object({
  v: z.literal(1),
  id: id.describe("The same for all repetitions."),
  name: id.describe("Name of the command."),
  instance: id.describe("The server that sent the command; returned unchanged."),
  expires_at: z.number().describe("In ms since 1970, by the server's clock: a command that arrives later is rejected."),
  data: z.unknown(),
});
export type Cmd = z.output<typeof cmd>;

/** `code` of the reply to a command. All except `done` come with a sentence that is displayed to the user. */
export const COMMAND_CODES = {
  done: 0,
  /** The station does not support the command or lacks the hardware. */
  unknown: 1,
  /** The command's `data` is invalid. */
  invalid: 2,
  expired: 3,
  /** The station is busy. */
  busy: 4,
  /** The command failed. */
  failed: 5,
  /** The stream has ended. */
  gone: 6,
} as const;

/** A station's reply to a command: `id` and `instance` are those of the command, `output` is null unless `code` is `done`. */
export const cmdAck = z.object({
  v: z.literal(1),
  id,
  instance: id,
  code: z.number().int(),
  message: z.string().max(500),
  output: z.unknown(),
});
export type CmdAck = z.output<typeof cmdAck>;

/** Reports that a station has started a command, and its progress: `done` of `of` steps. May be sent any number of times. */
export const cmdProgress = z.object({
  v: z.literal(1),
  id,
  instance: id,
  data: z.object({ done: z.int().nonnegative(), of: z.int().nonnegative() }),
});
export type CmdProgress = z.output<typeof cmdProgress>;
