import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { settingsTables } from "../server/src/platform/config/index.ts";

const DOCUMENT = fileURLToPath(new URL("../docs/operations.md", import.meta.url));
const [START, END] = ["<!-- settings: written by npm run settings -->", "<!-- end of settings -->"];

/** The document with the tables of settings between its two markers. */
export function withSettings(document: string, tables: string): string {
  const [start, end] = [document.indexOf(START), document.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`The document lacks ${START} or ${END}.`);
  return `${document.slice(0, start)}${START}\n\n${tables}\n${document.slice(end)}`;
}

if (import.meta.main) writeFileSync(DOCUMENT, withSettings(readFileSync(DOCUMENT, "utf8"), settingsTables()));
