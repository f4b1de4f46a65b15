import { readFileSync } from "node:fs";
import type { Command } from "@groundcrew/shared/link";

export type Schema = Pick<Command["data"], "toJSONSchema">;

const { version }: { version: string } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
);
export const VERSION = version;

const FENCE = "```";

/** The first example of a message in a guide in `docs`, whose code fence names the message. */
export function exampleIn(guide: string, message: string): unknown {
  const content = readFileSync(new URL(`../../docs/${guide}`, import.meta.url), "utf8");
  const [, text] = new RegExp(`${FENCE}json ${message}\\n([^]*?)${FENCE}`).exec(content) ?? [];
  if (text === undefined) throw new Error(`There is no example of ${message} in ${guide}.`);
  return JSON.parse(text);
}

/** The schema of what is received: unknown fields are allowed and ignored. */
export const inputSchema = (schema: Schema): object => jsonSchema(schema, "input");

/** The schema of what is sent. */
export const outputSchema = (schema: Schema): object => jsonSchema(schema, "output");

function jsonSchema(schema: Schema, io: "input" | "output"): object {
  const { $schema: _, ...rest } = schema.toJSONSchema({ target: "draft-7", io, unrepresentable: "any" });
  return rest;
}
