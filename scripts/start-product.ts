import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

const START = fileURLToPath(new URL("start.ts", import.meta.url));
/** Compiled modules, which all of these processes share. */
export const NODE_COMPILE_CACHE = fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url));

export const FREE_PORTS = { PORT: "0", OPS_PORT: "0", MQTT_PORT: "0" };

/** Starts the whole product as a process, by default as `npm start` does. */
export function startProduct(env: Record<string, string>, options: readonly string[] = [], script = START) {
  const child = spawn(process.execPath, [script, ...options], {
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE, ...env },
  });
  let output = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk) => {
    errors += chunk;
  });
  const ended = once(child, "close").then(([code, signal]) => ({ code: code ?? signal, errors }));
  /** Resolves with the console's address once it is printed. */
  const ready = async () => {
    await expect.poll(() => output + errors, { timeout: 150_000 }).toMatch(/is ready after .*\n[^]*Ctrl-C/);
    return /http:\/\/\S+/.exec(output)?.[0] ?? "";
  };
  return { child, ended, ready, output: () => output };
}
