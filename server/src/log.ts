import pino, { type DestinationStream, type Logger } from "pino";
import { z } from "zod";
import type { Config } from "./config/index.ts";

const LEFT_OUT = [
  "req.headers",
  "*.password",
  "*.token",
  // What a database says about a row it refused holds whatever was to be kept in it.
  "err.detail",
  "err.where",
  "err.internalQuery",
];

/** The log of a server, as lines of JSON on its standard output or wherever else they are wanted. */
export function openLog({ logLevel }: Pick<Config, "logLevel">, to?: DestinationStream): Logger {
  const options = { level: logLevel, redact: LEFT_OUT };
  return to ? pino(options, to) : pino(options);
}

const NAMES: Record<number, string> = { 60: "Fatal", 50: "Error", 40: "Warning" };
const ERROR_LEVEL = 50;
const logLine = z.looseObject({
  level: z.number(),
  msg: z.string().optional(),
  err: z.looseObject({ message: z.string(), stack: z.string().optional() }).optional(),
});

/** The same log for a person who watches: a line for each entry, and below an error where it happened. */
export function readableLog(to: { write: (text: string) => unknown }): DestinationStream {
  return {
    write(line) {
      const read = logLine.parse(JSON.parse(line));
      const { level, msg = "", err, time: _, pid: __, hostname: ___, reqId: ____, ...about } = read;
      const name = NAMES[level];
      const more = Object.entries(about).map(
        ([key, value]) => `${key} ${typeof value === "string" ? value : JSON.stringify(value)}`,
      );
      const head = `${name === undefined ? "" : `${name}: `}${msg}${more.length > 0 ? ` (${more.join(", ")})` : ""}`;
      const reason = level >= ERROR_LEVEL ? (err?.stack ?? err?.message) : err?.message;
      const lines = [head, ...(reason ?? "").split("\n")].map(printable);
      to.write(`${lines.filter((one) => one.trim() !== "").join("\n  ")}\n`);
    },
  };
}

/** What others sent may be in it: nothing of that begins a line of its own or tells the terminal what to do. */
function printable(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ");
}
