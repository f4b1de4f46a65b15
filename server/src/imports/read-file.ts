import { pipeline, Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import { IMPORT_LIMITS, type FileLine } from "@groundcrew/shared/imports";
import { storable, textOfCell, truncate } from "@groundcrew/shared/lib";
import { z } from "zod";
import { Problem } from "../platform/http/index.ts";

/** How a file is written. */
export type FileFormat = { encoding: string; delimiter: string };

/** A file of which the lines were counted. */
export type ReadFile = FileFormat & { lines: number; titles: string[]; examples: string[] };

/** Finds out how a file is written and what its columns are. Throws a problem for one that cannot be imported. */
export async function readFile(bytes: Uint8Array): Promise<ReadFile> {
  const encoding = encodingOf(bytes);
  const format = { encoding, delimiter: delimiterOf(new TextDecoder(encoding).decode(bytes.subarray(0, BEGINNING))) };
  const titles: string[] = [];
  const examples: string[] = [];
  let lines = 0;
  for await (const { line, cells } of linesOf(bytes, format)) {
    if (line === 1) titles.push(...cells.map(shortText));
    else {
      lines += 1;
      for (const [at, cell] of cells.entries()) examples[at] ||= shortText(cell);
    }
    if (lines > IMPORT_LIMITS.lines) throw new Problem(422, "This file has more than 20,000 lines. Split it.");
  }
  if (titles.length > IMPORT_LIMITS.columns) throw new Problem(422, "This file has more than 250 columns.");
  if (lines === 0) throw new Problem(422, "This file has no lines below its titles.");
  return { ...format, lines, titles, examples: titles.map((_, at) => examples[at] ?? "") };
}

/** The most that a line may have, in bytes. */
const LINE_BYTES = 1024 * 1024;
/** After how many lines other work has its turn. */
const LINES_AT_ONCE = 500;

/** The lines of a file without those that are empty, beginning with its titles. Throws a problem where it is not a CSV file. */
export async function* linesOf(bytes: Uint8Array, { encoding, delimiter }: FileFormat): AsyncGenerator<FileLine> {
  const parser = parse({
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: LINE_BYTES,
  });
  // The parser fails with what has failed before it.
  pipeline(Readable.from(textsOf(bytes, encoding)), parser, () => {});
  let line = 0;
  try {
    for await (const record of parser) {
      line += 1;
      if (line % LINES_AT_ONCE === 0) await setImmediate();
      const cells = z.array(z.string()).parse(record);
      if (cells.some((cell) => cell.trim() !== "")) yield { line, cells };
    }
  } catch (error) {
    throw error instanceof CsvError ? new Problem(422, faultOf(error)) : error;
  }
}

function faultOf({ code, records }: CsvError): string {
  const line = Number(records) + 1;
  if (code === "CSV_QUOTE_NOT_CLOSED") return `A cell of line ${line} begins with a quote that is never closed.`;
  if (code === "CSV_MAX_RECORD_SIZE") return `Line ${line} has more than 1 MB. Is a quote missing?`;
  return `Line ${line} is not CSV.`;
}

/** How much is decoded at once, in bytes. */
const DECODED_AT_ONCE = 64 * 1024;

function* textsOf(bytes: Uint8Array, encoding: string): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for (let start = 0; start < bytes.length; start += DECODED_AT_ONCE) {
      yield decoder.decode(bytes.subarray(start, start + DECODED_AT_ONCE), { stream: true });
    }
    yield decoder.decode();
  } catch {
    throw new Problem(422, "This file is neither UTF-8 nor UTF-16. Save it as “CSV UTF-8” and choose it again.");
  }
}

/** The encoding by the byte order mark, or else by where the zeros of the first character are. */
function encodingOf([first, second]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if ((first === 0xff && second === 0xfe) || second === 0) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || first === 0) return "utf-16be";
  return "utf-8";
}

/** The beginning of a file, which has its titles (bytes). */
const BEGINNING = 64 * 1024;
const DELIMITERS = [",", ";", "\t"] as const;

/** The delimiter that separates the titles most often. */
function delimiterOf(beginning: string): string {
  const [titles = ""] = beginning.replaceAll(/"[^"]*"/g, "").split(/[\r\n]/);
  const counts = DELIMITERS.map((delimiter) => titles.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ",";
}

/** A title or an example, as it can be stored. */
function shortText(cell: string): string {
  return storable(truncate(textOfCell(cell).trim(), 200));
}
