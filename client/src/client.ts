import {
  ANSWER_MS,
  problem,
  readReply,
  type Args,
  type Endpoint,
  type KeyScope,
  type Reply,
} from "@groundcrew/shared/contract";

/** A call that an API key with its scope may make. */
export type KeyEndpoint = Endpoint & { keyScope: KeyScope };

/** Why a call was not answered as declared: the status, or null if there was no response, and a sentence. */
export class Refusal extends Error {
  override name = "Refusal";
  readonly status: number | null;
  constructor(status: number | null, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

type ClientOptions = {
  /** Address of the console, such as `https://console.example.com`. */
  url: string;
  /** The API key: `key_….…`. */
  key: string;
};

type CallOptions = {
  /** For a call that creates something: repeated with the same one within a day, it is done once. */
  once?: string;
  signal?: AbortSignal;
};

type Parts = { params?: unknown; query?: unknown; headers?: unknown; body?: unknown };

/** A client that makes calls with an API key. */
export function openClient({ url, key }: ClientOptions) {
  return {
    /** Makes a call, and resolves with one of its declared replies. Throws a `Refusal` otherwise. */
    async call<E extends KeyEndpoint>(
      declared: E,
      args: Omit<Args<E>, "headers"> & Parts,
      options: CallOptions = {},
    ): Promise<Reply<E>> {
      const { response, body } = await send(new URL(requestUrl(declared, args), url), { declared, key, args, options });
      const { status, headers } = response;
      const read = readReply(declared, { status, body, headers });
      if (read.kind === "reply") return read.reply;
      throw new Refusal(status, read.kind === "invalid" ? "This is not an answer of Groundcrew." : sentenceOf(body));
    },
  };
}

/** The path of a call with its parameters filled in, and its query. */
function requestUrl({ path }: Endpoint, { params, query }: Parts): string {
  const known = new Map(texts(params));
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => segmentOf(name, known.get(name)));
  const search = new URLSearchParams(texts(query)).toString();
  return search === "" ? filled : `${filled}?${search}`;
}

/** A value as one part of a path. Dots, which no encoding keeps, or nothing would lead to another call. */
function segmentOf(name: string, value = ""): string {
  if (["", ".", ".."].includes(value) || !value.isWellFormed())
    throw new Refusal(null, `${name}: This cannot be part of an address.`);
  return encodeURIComponent(value);
}

function texts(values: unknown): [string, string][] {
  if (typeof values !== "object" || values === null) return [];
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)]);
}

type Received = { response: Response; body: unknown };
type Sent = { declared: Endpoint; key: string; args: Parts; options: CallOptions };

async function send(url: URL, { declared, key, args, options: { once, signal } }: Sent): Promise<Received> {
  const timeout = AbortSignal.timeout(declared.answersWithinMs ?? ANSWER_MS);
  try {
    const response = await fetch(url, {
      method: declared.method,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      headers: {
        accept: "application/json, application/problem+json",
        authorization: `Bearer ${key}`,
        ...(args.body !== undefined && { "content-type": "application/json" }),
        ...(once !== undefined && { "idempotency-key": once }),
        ...Object.fromEntries(texts(args.headers)),
      },
      ...(args.body !== undefined && { body: JSON.stringify(args.body) }),
    });
    // A connection can also end, or take too long, during the body.
    return { response, body: await bodyOf(response) };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal(null, `Nothing answers at ${url.origin}.`);
  }
}

/** The body as JSON, text or bytes; null if there is none. */
async function bodyOf(response: Response): Promise<unknown> {
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("image/")) return new Uint8Array(await response.arrayBuffer());
  const text = await response.text();
  if (text === "") return null;
  if (!/^application\/([\w.-]+\+)?json\b/.test(type)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sentenceOf(body: unknown): string {
  const { detail } = problem.safeParse(body).data ?? {};
  if (typeof detail === "object") return detail.map(({ field, message }) => `${field}: ${message}`).join(" ");
  return detail ?? "This is not an answer of Groundcrew.";
}
