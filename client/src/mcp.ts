import { createInterface } from "node:readline/promises";
import type { Readable, Writable } from "node:stream";
import { z } from "zod";
import * as calls from "./calls.ts";
import { openClient, Refusal, type KeyEndpoint } from "./client.ts";

/** The version of the Model Context Protocol that is answered to a client that asks for none of these. */
const VERSIONS = ["2025-06-18", "2025-03-26", "2024-11-05"] as const;

/** The calls that read something that is text. */
const TOOLS: ReadonlyMap<string, KeyEndpoint> = new Map(
  Object.values<KeyEndpoint>(calls)
    .filter(({ method, name }) => method === "GET" && name !== "getCameraImage")
    .map((one) => [one.name, one]),
);

const message = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: z.looseObject({}).optional(),
});
const toolCall = z.looseObject({ name: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) });

/** An error of the protocol, as opposed to a call that was refused (JSON-RPC 2.0, section 5.1). */
class ProtocolError extends Error {
  readonly code: number;
  constructor(code: number, sentence: string) {
    super(sentence);
    this.code = code;
  }
}

type Options = { url: string; key: string; version: string; input: Readable; output: Writable };

/** Offers the calls that read to an assistant (Model Context Protocol, one JSON message a line), until the input ends. */
export async function serveTools({ url, key, version, input, output }: Options): Promise<void> {
  const client = openClient({ url, key });
  for await (const line of createInterface({ input })) {
    if (line.trim() === "") continue;
    const answer = await answerTo(line, { client, version });
    if (answer !== null) output.write(`${JSON.stringify({ jsonrpc: "2.0", ...answer })}\n`);
  }
}

type Context = { client: ReturnType<typeof openClient>; version: string };

/** The answer to a message; null for a notification. */
async function answerTo(line: string, context: Context): Promise<object | null> {
  const read = message.safeParse(jsonOf(line));
  if (!read.success) return { id: null, error: { code: -32_600, message: "This is not a message of JSON-RPC." } };
  const { id, method, params = {} } = read.data;
  if (id === undefined) return null;
  try {
    return { id, result: await resultOf(method, params, context) };
  } catch (error) {
    if (error instanceof ProtocolError) return { id, error: { code: error.code, message: error.message } };
    throw error;
  }
}

async function resultOf(
  method: string,
  params: Record<string, unknown>,
  { client, version }: Context,
): Promise<object> {
  switch (method) {
    case "initialize": {
      const asked = VERSIONS.find((one) => one === params["protocolVersion"]);
      const serverInfo = { name: "groundcrew", version };
      return { protocolVersion: asked ?? VERSIONS[0], capabilities: { tools: {} }, serverInfo };
    }
    case "ping":
      return {};
    case "tools/list":
      return { tools: [...TOOLS.values()].map(toolOf) };
    case "tools/call":
      return callTool(client, params);
    default:
      throw new ProtocolError(-32_601, `There is no method ${method}.`);
  }
}

/** A call as a tool: its parameters and its query are one list of arguments. */
function toolOf(declared: KeyEndpoint): object {
  const [params, query] = [declared.params, declared.query].map(schemaOf);
  return {
    name: declared.name,
    description: declared.summary,
    annotations: { readOnlyHint: true },
    inputSchema: {
      type: "object",
      properties: { ...params?.properties, ...query?.properties },
      required: [...(params?.required ?? []), ...(query?.required ?? [])],
    },
  };
}

function schemaOf(schema: z.ZodType | undefined): z.core.JSONSchema.BaseSchema | undefined {
  return schema && z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
}

/** Makes the call of a tool. What the server refuses is a result that says so, which the assistant can read. */
async function callTool(client: Context["client"], given: Record<string, unknown>): Promise<object> {
  const { data } = toolCall.safeParse(given);
  const declared = data && TOOLS.get(data.name);
  if (!declared) throw new ProtocolError(-32_602, "There is no such tool.");
  const inPath = new Set(Object.keys(schemaOf(declared.params)?.properties ?? {}));
  const [params, query] = [true, false].map((isInPath) =>
    Object.fromEntries(Object.entries(data.arguments).filter(([name]) => inPath.has(name) === isInPath)),
  );
  try {
    const { body } = await client.call(declared, { params, query });
    return { content: [{ type: "text", text: JSON.stringify(body) }] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { content: [{ type: "text", text: error.message }], isError: true };
  }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
