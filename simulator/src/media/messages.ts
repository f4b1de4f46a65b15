import { cmdAck } from "@groundcrew/shared/link";
import { z } from "zod";
import { scene } from "../scene.ts";

/** Something a station was asked about a stream, on its way to the process that sends the video. */
const mediaAsk = z.object({
  kind: z.literal("ask"),
  id: z.number(),
  station: z.string(),
  name: z.enum(["stream_open", "stream_candidate", "stream_answer", "stream_heartbeat", "stream_close"]),
  data: z.unknown(),
  /** The station's cameras: id and name. */
  cameras: z.array(z.object({ id: z.string(), name: z.string() })),
});

/** What the process that sends the video is told. */
export const toMedia = z.discriminatedUnion("kind", [
  mediaAsk,
  z.object({ kind: z.literal("scene"), station: z.string(), scene }),
]);
export type ToMedia = z.output<typeof toMedia>;
export type MediaAsk = z.output<typeof mediaAsk>;

const outcome = cmdAck.pick({ code: true, message: true, output: true });

/** What it says: how something asked went, and that it wants to see what is going on at a station. */
export const fromMedia = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("outcome"), id: z.number(), outcome }),
  z.object({ kind: z.literal("look"), station: z.string() }),
]);
export type FromMedia = z.output<typeof fromMedia>;
