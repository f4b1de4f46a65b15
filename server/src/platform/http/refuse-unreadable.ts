import { STATUS_CODES, type Server } from "node:http";
import type { Socket } from "node:net";
import type { ProblemBody } from "@groundcrew/shared/contract";
import type { FastifyInstance } from "fastify";
import { Problem } from "./problem.ts";

const RESPONSES: Record<string, { status: number; detail: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: "The request took too long to arrive." },
  HPE_HEADER_OVERFLOW: { status: 431, detail: "The headers of the request are too large." },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, detail: "The body is too large." },
};
const DEFAULT_RESPONSE = { status: 400, detail: "The request could not be read." };

/** The headers that helmet sets, for responses that bypass it. */
const HEADERS = {
  "Content-Type": "application/problem+json; charset=utf-8",
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Origin-Agent-Cluster": "?1",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-DNS-Prefetch-Control": "off",
  "X-Download-Options": "noopen",
  "X-Frame-Options": "DENY",
  "X-Permitted-Cross-Domain-Policies": "none",
  "X-XSS-Protection": "0",
  Connection: "close",
};
const STRICT = { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" };

/** Answers requests that Node would answer itself, and input that is not HTTP. */
export type Unreadable = {
  /** For requests that cannot be parsed. Not logged, because a fragment may contain secrets. */
  clientErrorHandler: (error: Error & { code?: string }, socket: Socket) => void;
  /** For requests that can be parsed but have an unsupported expectation or no host. */
  refuseRest: (app: FastifyInstance) => void;
};

export function refuseUnreadable(origin: string): Unreadable {
  const headers = origin.startsWith("https:") ? { ...HEADERS, ...STRICT } : HEADERS;
  return {
    clientErrorHandler(error, socket) {
      if (error.code === "ECONNRESET" || socket.destroyed) return;
      // A connection that was never used is closed like one that was. An answer could be taken for that to a request that is just sent.
      if (socket.bytesRead === 0) return void socket.destroy();
      const { status, detail } = RESPONSES[error.code ?? ""] ?? DEFAULT_RESPONSE;
      const body = bodyOf(status, detail);
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      const head = [`HTTP/1.1 ${status} ${titleOf(status)}`, ...lines, `Content-Length: ${Buffer.byteLength(body)}`];
      if (socket.writable) socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
      socket.destroySoon();
    },
    refuseRest(app) {
      refuseExpectations(app.server, headers);
      app.addHook("onRequest", async ({ raw, headers: { host } }) => {
        if (raw.httpVersion === "1.1" && host === undefined) throw new Problem(400, "The request names no host.");
      });
    },
  };
}

/** Rejects any `Expect` header other than `100-continue`. */
function refuseExpectations(server: Server, headers: Record<string, string>): void {
  server.on("checkExpectation", (_, response) => {
    const body = bodyOf(417, "What the request expects cannot be met.");
    response.writeHead(417, { ...headers, "Content-Length": Buffer.byteLength(body) }).end(body);
  });
}

function bodyOf(status: number, detail: string): string {
  return JSON.stringify({ title: titleOf(status), status, detail } satisfies ProblemBody);
}

function titleOf(status: number): string {
  return STATUS_CODES[status] ?? "Error";
}
