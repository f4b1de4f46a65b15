import pino, { type DestinationStream, type Logger } from "pino";
import type { Config } from "./config.ts";

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
