import type { Timestamp } from "@groundcrew/shared/lib";
import type { z } from "zod";

/** A kind of job: its name and the schema of its payload, which is stored as JSON and must not have secrets. */
export type JobKind<Payload extends z.ZodType> = { name: string; payload: Payload };

/** Runs the jobs of one kind. */
export type JobHandler = {
  kind: string;
  run: (payload: unknown, about: { created: Timestamp }) => Promise<void>;
};

export function jobKind<Payload extends z.ZodType>(name: string, payload: Payload): JobKind<Payload> {
  return { name, payload };
}

/**
 * The handler of a kind of job. `run` throws to be retried later; the message of the error is stored and shown. A job may run twice when
 * a server dies at the wrong moment, and a run must end within half a minute.
 */
export function jobHandler<Payload extends z.ZodType>(
  { name, payload }: JobKind<Payload>,
  run: (payload: z.output<Payload>, about: { created: Timestamp }) => Promise<void>,
): JobHandler {
  return { kind: name, run: (raw, about) => run(payload.parse(raw), about) };
}
