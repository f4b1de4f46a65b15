import { once } from "node:events";
import { isIP } from "node:net";
import { connect } from "node:tls";
import type { Config } from "../config/index.ts";

const TIMEOUT_MS = 5_000;

/** Where browsers or stations find a certificate. */
export type Endpoint = { host: string; port: number; server: "proxy" | "broker" };

/** A certificate that could not be read, or is not accepted. */
export class UnusableCertificate extends Error {
  override name = "UnusableCertificate";
  /** Whether a connection was opened at all. */
  readonly isReached: boolean;

  constructor(isReached: boolean, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.isReached = isReached;
  }
}

/** The addresses with TLS that browsers and stations use, and that of the broker; each once. */
export function endpoints({ origin, brokerPublicUrl, broker }: EndpointConfig): Endpoint[] {
  const urls = [origin, brokerPublicUrl, broker.kind === "external" ? broker.url : null];
  const secure = urls.flatMap((url) => (url !== null && /^(https|mqtts):/.test(url) ? [new URL(url)] : []));
  const all = secure.map(({ protocol, hostname, port }): Endpoint => {
    const isProxy = protocol === "https:";
    const host = hostname.replace(/^\[|\]$/g, "");
    return { host, port: Number(port) || (isProxy ? 443 : 8_883), server: isProxy ? "proxy" : "broker" };
  });
  return [...new Map(all.map((each) => [`${each.host}:${each.port}`, each])).values()];
}

type EndpointConfig = Pick<Config, "origin" | "brokerPublicUrl" | "broker">;

/**
 * When the certificate of an endpoint expires, in milliseconds since the epoch. With `accept: "valid"`, rejects for one that browsers and
 * stations refuse; otherwise one that has expired is read as well. Rejects with an `UnusableCertificate`.
 */
export async function readCertificate(
  { host, port }: Endpoint,
  { accept, signal }: { accept: "valid" | "any"; signal?: AbortSignal },
): Promise<number> {
  const socket = connect({
    host,
    port,
    servername: isIP(host) === 0 ? host : "",
    timeout: TIMEOUT_MS,
    rejectUnauthorized: accept === "valid",
  });
  let isReached = false;
  socket.once("connect", () => (isReached = true));
  socket.once("timeout", () => socket.destroy(new Error("it does not answer")));
  try {
    await once(socket, "secureConnect", { signal });
    return Date.parse(socket.getPeerCertificate().valid_to);
  } catch (error) {
    throw new UnusableCertificate(isReached, error);
  } finally {
    // Closed properly, since a server logs a connection that breaks off as an error.
    socket.end(() => socket.destroy());
  }
}
