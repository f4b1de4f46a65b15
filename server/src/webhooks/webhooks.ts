import { lookup, type LookupAddress } from "node:dns";
import { request as requestHttp, type ClientRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { SECOND_MS } from "@groundcrew/shared/lib";
import ipaddr from "ipaddr.js";

/** Posts JSON to addresses that users choose. */
export type Webhooks = {
  /** Resolves when the receiver answers with success; rejects with a sentence. */
  post: (url: string, body: unknown) => Promise<void>;
  /**
   * Why posting to an address will be refused, as a sentence, or null when nothing is known against it. A name that does not resolve now
   * may resolve later.
   */
  findProblem: (url: string) => Promise<string | null>;
};

export type Resolve = (host: string) => Promise<LookupAddress[]>;

const TIMEOUT_MS = 3 * SECOND_MS;
const MAX_ANSWER_BYTES = 1024 * 1024;

const lookUp = promisify(lookup);

/**
 * Sends webhooks. Addresses outside the public internet are refused, so that users cannot reach what only this machine can; `allowPrivate`
 * lifts that. Redirects are not followed.
 */
export function openWebhooks({
  allowPrivate,
  resolve = (host) => lookUp(host, { all: true }),
  timeoutMs = TIMEOUT_MS,
}: {
  allowPrivate: boolean;
  resolve?: Resolve;
  timeoutMs?: number;
}): Webhooks {
  return {
    async post(text, body) {
      const url = readUrl(text);
      if (typeof url === "string") throw new Error(url);
      const signal = AbortSignal.timeout(timeoutMs);
      const late = new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => reject(new Error(`${url.host} did not answer in time.`)));
      });
      await Promise.race([late, send(url, body, { signal, resolve, allowPrivate })]);
    },
    async findProblem(text) {
      const url = readUrl(text);
      if (typeof url === "string") return url;
      const late = sleep(timeoutMs, [], { ref: false });
      const addresses = await Promise.race([late, addressesOf(url, resolve)]);
      return allowPrivate ? null : addressProblem(url, addresses);
    },
  };
}

/** The parsed address, or a sentence why it is invalid. */
function readUrl(text: string): URL | string {
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    return "A webhook's address begins with http:// or https://.";
  }
  return url.username === "" && url.password === ""
    ? url
    : "A webhook's address must not contain a user name or password.";
}

function addressProblem(url: URL, addresses: readonly LookupAddress[]): string | null {
  const isOnInternet = addresses.every(({ address }) => isPublicAddress(address));
  return isOnInternet ? null : `${url.host} is not on the internet, so nothing is sent there.`;
}

type SendOptions = { signal: AbortSignal; resolve: Resolve; allowPrivate: boolean };

async function send(url: URL, body: unknown, { signal, resolve, allowPrivate }: SendOptions): Promise<void> {
  const addresses = await addressesOf(url, resolve);
  signal.throwIfAborted();
  if (addresses.length === 0) throw new Error(`There is no server called ${url.hostname}.`);
  const problem = allowPrivate ? null : addressProblem(url, addresses);
  if (problem !== null) throw new Error(problem);
  const text = JSON.stringify(body);
  const request = begin(url, {
    method: "POST",
    headers: { "content-type": "application/json", "content-length": Buffer.byteLength(text) },
    // A separate connection, to the addresses that were checked: another lookup could return others.
    agent: false,
    lookup: (_host, _options, done) => done(null, addresses),
    signal,
  });
  await answered(request.end(text), url);
}

/** Empty when the name does not exist. */
async function addressesOf({ hostname }: URL, resolve: Resolve): Promise<LookupAddress[]> {
  // An IPv6 address is in brackets.
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const family = isIP(host);
  return family === 0 ? resolve(host).catch(() => []) : [{ address: host, family }];
}

function begin(url: URL, options: RequestOptions): ClientRequest {
  return url.protocol === "https:" ? requestHttps(url, options) : requestHttp(url, options);
}

async function answered(request: ClientRequest, url: URL): Promise<void> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request.on("response", resolve);
    request.on("error", (error) => reject(new Error(`${url.host} could not be reached: ${error.message}`)));
  });
  const status = answer.statusCode ?? 0;
  if (status < 200 || status >= 300) {
    request.destroy();
    throw new Error(`${url.host} answered with status ${status}.`);
  }
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += Buffer.byteLength(chunk);
    if (bytes > MAX_ANSWER_BYTES) throw new Error(`${url.host} answered with too much data.`);
  }
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
