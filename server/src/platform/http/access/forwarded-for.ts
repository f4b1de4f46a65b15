import { isIP } from "node:net";
import type { FastifyInstance } from "fastify";
import ipaddr from "ipaddr.js";

const HEADER = "x-forwarded-for";

/**
 * Lets everything that asks for a client's address get a plain one, however the proxies before the server write it. Must come before the
 * hooks that use the address.
 */
export function readForwardedFor(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ raw: { headers } }) => {
    const sent = headers[HEADER];
    if (typeof sent === "string") headers[HEADER] = forwardedAddresses(sent);
  });
}

/** An `X-Forwarded-For` header without ports, brackets and quotes. Entries that are no addresses stay as they are. */
export function forwardedAddresses(header: string): string {
  return header.split(",").map(plainAddress).join(", ");
}

/** `[2001:db8::1]` or `192.0.2.1`, with a port (Azure Application Gateway, IIS) or without. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/;

function plainAddress(entry: string): string {
  const text = entry.trim().replace(/^"(.*)"$/, "$1");
  const [, bracketed, dotted] = WITH_PORT.exec(text) ?? [];
  const address = bracketed ?? dotted ?? text;
  return isIP(address) === 0 ? text : ipaddr.process(address).toString();
}
