import type { Timestamp } from "@groundcrew/shared/lib";
import type { z } from "zod";

/** A kind of job: its name, and what its handler is told. The payload is stored as JSON and must hold no secret. */
export type JobKind<Payload extends z.ZodType> = { name: string; payload: Payload };

/** Does the jobs of one kind. */
export type JobHandler = {
  kind: string;
  run: (payload: unknown, about: { created: Timestamp }) => Promise<void>;
};

export function jobKind<Payload extends z.ZodType>(name: string, payload: Payload): JobKind<Payload> {
  return { name, payload };
}

/**
 * What does the jobs of a kind. It throws to be asked again later; its message is kept and shown. A job may be run twice
 * when a server dies at the wrong moment, and a run must end within half a minute.
 */
export function jobHandler<Payload extends z.ZodType>(
  { name, payload }: JobKind<Payload>,
  run: (payload: z.output<Payload>, about: { created: Timestamp }) => Promise<void>,
): JobHandler {
  return { kind: name, run: (raw, about) => run(payload.parse(raw), about) };
}
