import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { live } from "./live.ts";
import { stationLink } from "./station-link.ts";

/** The AsyncAPI documents of a release. */
export const DOCUMENTS = [
  { file: "station-link.asyncapi.json", guide: "station-link.md", content: stationLink() },
  { file: "live.asyncapi.json", guide: "live.md", content: live() },
];

/** The text of a document's file. */
export function textOf(content: object): string {
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** Writes the documents into a folder. */
export function writeDocuments(folder: string): void {
  for (const { file, content } of DOCUMENTS) writeFileSync(join(folder, file), textOf(content));
}
