import { SECOND_MS } from "@groundcrew/shared/lib";
import { allowInsecureRequests, type Configuration, type CustomFetch } from "openid-client";
import type { Outgoing } from "../platform/outgoing/index.ts";

/** For all requests of a login or a test together, so that a person gets an answer within 5 s. */
const WITHIN_MS = 4 * SECOND_MS;
const MAX_BYTES = 1_000_000;
const WITHOUT_BODY = new Set([204, 205, 304]);

/** The requests to an identity provider that belong together. */
export type Exchange = {
  fetch: CustomFetch;
  /** Changes of the library's clients that allow http. */
  allowing: ((configuration: Configuration) => void)[];
  /** Why the identity provider gave no answer that is worth something, as a sentence; null while it did. */
  outage: () => string | null;
};

/** Requests through the guard that webhooks have: an identity provider is at an address that a user has entered. */
export function beginExchange(outgoing: Outgoing): Exchange {
  const signal = AbortSignal.timeout(WITHIN_MS);
  let outage: string | null = null;

  async function send(url: URL, options: Parameters<CustomFetch>[1]): Promise<Response> {
    const { method, headers } = options;
    const body = options.body === undefined || options.body === null ? "" : await new Response(options.body).text();
    const answer = await outgoing.send(url, { method, headers, body }, { signal });
    const status = answer.statusCode ?? 0;
    if (status === 429 || status >= 500) outage = `${url.host} answered with status ${status}.`;
    const text = await readText(answer, url);
    const read = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) {
      for (const one of [value ?? []].flat()) read.append(name, one);
    }
    return new Response(WITHOUT_BODY.has(status) ? null : text, { status, headers: read });
  }

  return {
    outage: () => outage,
    allowing: outgoing.allowsPrivate ? [allowInsecureRequests] : [],
    async fetch(text, options) {
      const url = new URL(text);
      const late = new Promise<never>((_, reject) => {
        const refuse = () => reject(new Error(`${url.host} did not answer in time.`));
        if (signal.aborted) refuse();
        else signal.addEventListener("abort", refuse, { once: true });
      });
      try {
        return await Promise.race([late, send(url, options)]);
      } catch (error) {
        outage ??= error instanceof Error ? error.message : String(error);
        throw error;
      }
    },
  };
}

async function readText(body: AsyncIterable<Uint8Array>, { host }: URL): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > MAX_BYTES) throw new Error(`${host} sent more than belongs into an answer.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}
