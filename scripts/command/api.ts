import { text } from "node:stream/consumers";
import { problem } from "@groundcrew/shared/contract";
import { version } from "../../server/src/platform/version.ts";
import { UsageError, type UnconfiguredRun } from "./command.ts";

/** Makes a call of the HTTP API with an API key, and prints the body of its reply. */
export async function callApi({ env, positionals, report }: UnconfiguredRun): Promise<number> {
  const [method = "", path = "", given] = positionals;
  const { server, key } = accessOf(env);
  const url = new URL(`/api${path}`, server);
  const body = given === "-" ? await text(process.stdin) : given;
  const response = await send(url, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body }),
  });
  const reply = await response.text();
  if (!response.ok) throw new Error(sentenceOf(response.status, reply));
  if (reply !== "") report(reply);
  return 0;
}

/** Offers the calls that read to an assistant until its input ends. */
export async function serveAssistant({ env }: UnconfiguredRun): Promise<number> {
  const { server, key } = accessOf(env);
  const { serveTools } = await import("../../client/src/mcp.ts");
  const streams = { input: process.stdin, output: process.stdout };
  await serveTools({ url: server, key, version: version(), ...streams });
  return 0;
}

function accessOf(env: NodeJS.ProcessEnv): { server: string; key: string } {
  const { GROUNDCREW_URL: server = "http://127.0.0.1:4000", GROUNDCREW_KEY: key = "" } = env;
  if (key === "") {
    throw new UsageError("Set GROUNDCREW_KEY to an API key, which managers create under Manage, API Keys.");
  }
  if (!URL.canParse(server)) {
    throw new UsageError(`GROUNDCREW_URL must look like https://console.example.com, not "${server}".`);
  }
  return { server, key };
}

async function send(url: URL, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch {
    throw new Error(`Nothing answers at ${url.origin}. Set GROUNDCREW_URL to the address of the console.`);
  }
}

/** Why a call was refused: `403: You don't have permission to do this.` */
function sentenceOf(status: number, reply: string): string {
  const { detail } = problem.safeParse(jsonOf(reply)).data ?? {};
  const sentences = typeof detail === "string" ? [detail] : detail?.map(({ field, message }) => `${field}: ${message}`);
  return `${status}: ${sentences?.join(" ") ?? "This is not an answer of Groundcrew."}`;
}

function jsonOf(reply: string): unknown {
  try {
    return JSON.parse(reply);
  } catch {
    return null;
  }
}
