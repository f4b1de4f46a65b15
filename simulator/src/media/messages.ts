import { cmdAck } from "@groundcrew/shared/link";
import { z } from "zod";
import { scene } from "../scene.ts";

/** A stream command that a station received, passed to the media process. */
const mediaRequest = z.object({
  kind: z.literal("request"),
  id: z.number(),
  station: z.string(),
  name: z.enum(["stream_open", "stream_candidate", "stream_answer", "stream_heartbeat", "stream_close"]),
  data: z.unknown(),
  /** The station's cameras: id and name. */
  cameras: z.array(z.object({ id: z.string(), name: z.string() })),
});

/** Messages to the media process. */
export const toMedia = z.discriminatedUnion("kind", [
  mediaRequest,
  z.object({ kind: z.literal("scene"), station: z.string(), scene }),
]);
export type ToMedia = z.output<typeof toMedia>;
export type MediaRequest = z.output<typeof mediaRequest>;

const outcome = cmdAck.pick({ code: true, message: true, output: true });

/** Messages from the media process: the outcome of a request, and a request for the current scene of a station. */
export const fromMedia = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("outcome"), id: z.number(), outcome }),
  z.object({ kind: z.literal("scene_request"), station: z.string() }),
]);
export type FromMedia = z.output<typeof fromMedia>;
