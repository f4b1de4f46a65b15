import type { LookupAddress } from "node:dns";
import { request as requestHttp, type ClientRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { traceHeaders } from "../tracing/index.ts";
import { nameResolver, type Resolve } from "./resolve-names.ts";

type RequestParts = { method: string; headers: Record<string, string>; body: string | Uint8Array };
type RequestEvents = { signal: AbortSignal; onSent?: () => void };

/** Sends requests to addresses that users have entered. */
export type Outgoing = {
  /** True if addresses outside the public internet are allowed, and http. */
  allowsPrivate: boolean;
  /** Resolves with an answer whose body is not read yet; rejects with a sentence. Redirects are not followed. */
  send: (url: URL, request: RequestParts, events: RequestEvents) => Promise<IncomingMessage>;
  /** Why requests to an address are refused, as a sentence; null when nothing is known against it. */
  findProblem: (url: URL, signal: AbortSignal) => Promise<string | null>;
};

/**
 * Refuses addresses outside the public internet, so that users cannot reach services that only this machine can; `allowPrivate` lifts
 * that.
 */
export function openOutgoing({
  allowPrivate,
  resolve = nameResolver(),
}: {
  allowPrivate: boolean;
  resolve?: Resolve;
}): Outgoing {
  return {
    allowsPrivate: allowPrivate,

    async send(url, { method, headers, body }, { signal, onSent }) {
      const addresses = await addressesOf(url, resolve, signal);
      signal.throwIfAborted();
      if (addresses.length === 0) throw new Error(`There is no server called ${url.hostname}.`);
      const problem = allowPrivate ? null : addressProblem(url, addresses);
      if (problem !== null) throw new Error(problem);
      const request = begin(url, {
        method,
        headers: { ...headers, ...traceHeaders(), "content-length": Buffer.byteLength(body) },
        // A separate connection, to the addresses that were checked: another lookup could return others.
        agent: false,
        lookup: (_host, _options, done) => done(null, addresses),
        signal,
      });
      return new Promise((accept, reject) => {
        if (onSent) request.on("finish", onSent);
        request.on("response", accept);
        request.on("error", (error) => reject(new Error(`${url.host} could not be reached: ${error.message}`)));
        request.end(body);
      });
    },

    async findProblem(url, signal) {
      if (allowPrivate) return null;
      return addressProblem(url, await addressesOf(url, resolve, signal).catch(() => []));
    },
  };
}

function addressProblem(url: URL, addresses: readonly LookupAddress[]): string | null {
  const isOnInternet = addresses.every(({ address }) => isPublicAddress(address));
  return isOnInternet ? null : `${url.host} is not on the internet, so nothing is sent there.`;
}

/** Empty when the name does not exist. */
async function addressesOf({ hostname }: URL, resolve: Resolve, signal: AbortSignal): Promise<LookupAddress[]> {
  // An IPv6 address is in brackets.
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const family = isIP(host);
  return family === 0 ? resolve(host, signal) : [{ address: host, family }];
}

function begin(url: URL, options: RequestOptions): ClientRequest {
  return url.protocol === "https:" ? requestHttps(url, options) : requestHttp(url, options);
}

/** The part of the IPv6 internet that is in use; addresses outside, such as `::127.0.0.1`, mean something else. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Looks public, but is internal in a large cloud. */
const CLOUD_ADDRESSES = new Set(["168.63.129.16"]);

/**
 * Whether an IP address is on the public internet: not private, loopback or link-local, not internal to a carrier or cloud, and not an IPv6
 * address that embeds an IPv4 one.
 */
function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || CLOUD_ADDRESSES.has(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(GLOBAL_IPV6);
}
