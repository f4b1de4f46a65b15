import type { Endpoint } from "@groundcrew/shared/contract";

/** What is sent to an endpoint. Values of `query` are not encoded yet. */
export type TestRequest = {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean>;
  headers?: Record<string, string>;
  body?: unknown;
  /** Sent unchanged, instead of `body`. */
  bytes?: Uint8Array;
};

/** The URL of a request to an endpoint. */
export function addressOf({ path }: Pick<Endpoint, "path">, { params = {}, query = {} }: TestRequest): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    // Half a pair of surrogates cannot be sent.
    encodeURIComponent(String(params[name] ?? "").toWellFormed()),
  );
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return pairs.length === 0 ? filled : `${filled}?${new URLSearchParams(pairs).toString()}`;
}
