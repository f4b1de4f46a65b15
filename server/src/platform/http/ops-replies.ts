import { STATUS_CODES } from "node:http";
import type { ProblemBody } from "@groundcrew/shared/contract";

/** Passed to the thread. The main thread adds 1 to `pulse` every `pulseMs`; without that for `mostSilentMs`, it counts as hung. */
export type OpsSetup = { host: string; port: number; pulse: Int32Array; pulseMs: number; mostSilentMs: number };
/** The first message of the thread, when it listens. */
export type OpsListening = { port: number };
/** A request that the main thread answers. */
export type OpsCall = { id: number; path: string };
export type OpsReply = { status: number; headers: Record<string, string>; body: string };
export type OpsAnswer = OpsReply & Pick<OpsCall, "id">;

export function textReply(status: number, body: string): OpsReply {
  return { status, headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" }, body };
}

export function problemReply(status: number, detail: string): OpsReply {
  const body: ProblemBody = { title: STATUS_CODES[status] ?? "Error", status, detail };
  const headers = { "content-type": "application/problem+json", "cache-control": "no-store" };
  return { status, headers, body: JSON.stringify(body) };
}
