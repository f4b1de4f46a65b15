import pino, { type DestinationStream, type LogFn, type Logger } from "pino";
import { Counter } from "prom-client";
import { z } from "zod";
import type { Config } from "./config/index.ts";
import { traceIds } from "./tracing/index.ts";

const LEFT_OUT = [
  "req.headers",
  "*.password",
  "*.token",
  // The details of a database error can contain the values of the rejected row.
  "err.detail",
  "err.where",
  "err.internalQuery",
];

/** The server's log: lines of JSON, written to standard output or to `to`. */
export function openLog({ logLevel }: Pick<Config, "logLevel">, to?: DestinationStream): Logger {
  const options = { level: logLevel, redact: LEFT_OUT, hooks: { logMethod: countEntry }, mixin: traceIds };
  return to ? pino(options, to) : pino(options);
}

/** The log of a server: for people in demo mode. */
export function openServerLog(config: Pick<Config, "logLevel" | "mode">): Logger {
  return openLog(config, config.mode === "demo" ? readableLog(process.stderr) : undefined);
}

const logEntries = new Counter({
  name: "groundcrew_log_entries_total",
  help: "Entries of warning level and above that the server has logged, by level: warn, error, fatal.",
  labelNames: ["level"],
});

const COUNTED_LEVELS: Readonly<Record<number, string>> = { 40: "warn", 50: "error", 60: "fatal" };

type WrittenEntry = [fields: Parameters<LogFn>, write: LogFn, level: number];

function countEntry(this: Logger, ...[fields, write, level]: WrittenEntry): void {
  const name = COUNTED_LEVELS[level];
  if (name !== undefined) logEntries.inc({ level: name });
  write.apply(this, fields);
}

const NAMES: Record<number, string> = { 60: "Fatal", 50: "Error", 40: "Warning" };
const ERROR_LEVEL = 50;
const logLine = z.looseObject({
  level: z.number(),
  msg: z.string().optional(),
  err: z.looseObject({ message: z.string(), stack: z.string().optional() }).optional(),
});

/** The same log in a form for people: one line per entry, and the stack trace below an error. */
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

/** The text can contain input from outside, which must not start new lines or send control sequences to the terminal. */
function printable(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ");
}
