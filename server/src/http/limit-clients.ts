import type { Server } from "node:http";
import { BlockList, isIP } from "node:net";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import ipaddr from "ipaddr.js";
import { Problem } from "./problem.ts";

/** Of the 5,000 connections there are in all. An office behind one address needs six for each browser. */
const MOST = 500;
const LOG_EVERY_MS = 60_000;

export type ClientLimits = {
  /** Addresses and networks of proxies: their connections belong to many clients. */
  trustProxy: readonly string[];
  log: Pick<FastifyBaseLogger, "warn">;
  most?: number;
};

/**
 * Keeps one client from taking every connection: each address, or IPv6 network of one site, has so many connections, and
 * behind a proxy so many requests under way.
 */
export function limitClients(app: FastifyInstance, { trustProxy, log, most = MOST }: ClientLimits): void {
  limitConnections(app.server, { trustProxy, log, most });
  const requests = countBySource(most);
  app.addHook("onRequest", async (request, reply) => {
    const end = requests.begin(request.ip);
    if (end === null) {
      const sentence = "Too many requests from this address are under way. Try again in a moment.";
      throw new Problem(429, sentence, { headers: { "retry-after": "5" } });
    }
    // What is answered finishes; what the client gives up only closes.
    reply.raw.once("finish", end).once("close", end);
  });
}

function limitConnections(server: Server, { trustProxy, log, most }: Required<ClientLimits>): void {
  const proxies = listOf(trustProxy);
  const connections = countBySource(most);
  let loggedAt = 0;
  server.prependListener("connection", (socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || proxies.check(address, isIP(address) === 4 ? "ipv4" : "ipv6")) return;
    const end = connections.begin(address);
    if (end !== null) return void socket.once("close", end);
    socket.destroy();
    if (Date.now() - loggedAt < LOG_EVERY_MS) return;
    loggedAt = Date.now();
    log.warn({ address, most }, "an address has as many connections as one may have; further ones are refused");
  });
}

/** `begin` counts one more of a source and returns what ends it, or null when there are as many as there may be. */
function countBySource(most: number) {
  const counts = new Map<string, number>();
  return {
    begin(ip: string): (() => void) | null {
      const source = sourceOf(ip);
      const count = counts.get(source) ?? 0;
      if (count >= most) return null;
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

/** One IPv4 address, or the 64 bits of IPv6 that one site has. */
function sourceOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === "ipv4") return address.toString();
  return address.toByteArray().slice(0, 8).join(".");
}

function listOf(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const each of addresses) {
    const [address = "", prefix] = each.split("/");
    const family = isIP(address) === 4 ? "ipv4" : "ipv6";
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}
