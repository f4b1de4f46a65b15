import type { Server } from "node:http";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import ipaddr from "ipaddr.js";
import { addressList } from "../../lib/index.ts";
import { Problem } from "../problem.ts";

/** Out of 5,000 connections in total. An office behind one address needs six for each browser. */
const LIMIT = 500;
const LOG_EVERY_MS = 60_000;

export type ClientLimits = {
  /** Addresses and networks of trusted proxies, whose connections are not limited. */
  trustProxy: readonly string[];
  log: Pick<FastifyBaseLogger, "warn">;
  limit?: number;
};

/**
 * Keeps one client from using up all connections: limits the connections of each address, or IPv6 network of one site, and its
 * concurrent requests, which counts behind a proxy.
 */
export function limitClients(app: FastifyInstance, { trustProxy, log, limit = LIMIT }: ClientLimits): void {
  limitConnections(app.server, { trustProxy, log, limit });
  const requests = countBySource(limit);
  app.addHook("onRequest", async (request, reply) => {
    const end = requests.begin(request.ip);
    if (end === null) {
      const sentence = "There are too many requests in progress from this address. Try again in a moment.";
      throw new Problem(429, sentence, { headers: { "retry-after": "5" } });
    }
    // An answered request emits `finish`, an aborted one only `close`.
    reply.raw.once("finish", end).once("close", end);
  });
}

function limitConnections(server: Server, { trustProxy, log, limit }: Required<ClientLimits>): void {
  const proxies = addressList(trustProxy);
  const connections = countBySource(limit);
  let loggedAt = 0;
  server.prependListener("connection", (socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || proxies.has(address)) return;
    const end = connections.begin(address);
    if (end !== null) return void socket.once("close", end);
    socket.destroy();
    if (Date.now() - loggedAt < LOG_EVERY_MS) return;
    loggedAt = Date.now();
    log.warn({ address, limit }, "an address has reached its limit of connections; further ones are rejected");
  });
}

/** `begin` counts one more for a source and returns a function that ends it, or null at the limit. */
function countBySource(limit: number) {
  const counts = new Map<string, number>();
  return {
    begin(ip: string): (() => void) | null {
      const source = sourceOf(ip);
      const count = counts.get(source) ?? 0;
      if (count >= limit) return null;
      counts.set(source, count + 1);
      let isInProgress = true;
      return () => {
        if (!isInProgress) return;
        isInProgress = false;
        const left = (counts.get(source) ?? 1) - 1;
        if (left === 0) counts.delete(source);
        else counts.set(source, left);
      };
    },
  };
}

/** An IPv4 address, or the 64-bit network of an IPv6 address. */
function sourceOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === "ipv4") return address.toString();
  return address.toByteArray().slice(0, 8).join(".");
}
