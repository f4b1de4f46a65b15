import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ProblemBody } from "@groundcrew/shared/contract";

const REFUSALS: Record<string, { status: number; detail: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: "The request took too long to arrive." },
  HPE_HEADER_OVERFLOW: { status: 431, detail: "The headers of the request are too large." },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, detail: "The body is too large." },
};
const UNREADABLE = { status: 400, detail: "The request could not be read." };

const HEADERS = [
  "Content-Type: application/problem+json; charset=utf-8",
  "Cache-Control: no-store",
  "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy: no-referrer",
  "X-Content-Type-Options: nosniff",
  "Connection: close",
];

/**
 * Answers what is not even HTTP, or more of it than is read. Nothing of it is logged: what is cut off in the middle may
 * hold anything.
 */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const { status, detail } = REFUSALS[error.code ?? ""] ?? UNREADABLE;
  const title = STATUS_CODES[status] ?? "Error";
  const body = JSON.stringify({ title, status, detail } satisfies ProblemBody);
  const head = [`HTTP/1.1 ${status} ${title}`, ...HEADERS, `Content-Length: ${Buffer.byteLength(body)}`];
  if (socket.writable) socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  socket.destroySoon();
}
