import { open, rename, rm, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { crc32 } from "node:zlib";
import { checkDisk, LEAST_FREE } from "../../platform/files/index.ts";
import { makeFolders } from "../../platform/lib/index.ts";
import type { Entry } from "./entry.ts";
import type { RowParts } from "./row-text.ts";
import { shownState } from "./shown-state.ts";
import type { ContentHashes } from "./snapshot-summary.ts";

/** A board as it was saved: its entries, and the transaction before which everything that was committed is in them. */
export type SavedBoard = { horizon: string; entries: Entry[] };

/** `source` identifies the program and the tables that a board was read from. */
type Head = { source: string; horizon: string; stations: number };

/** An entry as it is saved: the lengths of its texts in bytes instead of the texts, and nothing that is filled in. */
type Row = Omit<Entry, "parts" | "content"> & { contentHashes: ContentHashes; lengths: number[] };
const NOT_FILLED_IN = { report: null, stateText: null, telemetryText: null, haystack: null };

/** How many stations are in a section, which is written and read at once. */
const SECTION_STATIONS = 500;
/** Before each section: the bytes of its rows, the bytes of its texts, and the checksum of both. */
const SECTION_HEAD_BYTES = 12;
/** Before the first section: the bytes of the head. */
const LENGTH_BYTES = 4;

/**
 * Replaces the file by a board. Does nothing for one without stations. Only the server's user may read it. Rejects, and leaves nothing
 * behind, when the disk is nearly full: the database needs the rest.
 */
export async function writeBoardFile(
  path: string,
  { source, horizon, entries }: SavedBoard & { source: string },
): Promise<void> {
  if (entries.length === 0) return;
  const temporary = `${path}.new`;
  makeFolders(dirname(path));
  try {
    const file = await open(temporary, "w", 0o600);
    try {
      await file.writeFile(withLength({ source, horizon, stations: entries.length }));
      for (let at = 0; at < entries.length; at += SECTION_STATIONS) {
        await writeSection(file, { entries: entries.slice(at, at + SECTION_STATIONS), folder: dirname(path) });
      }
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

type Section = { entries: readonly Entry[]; folder: string };

async function writeSection(file: FileHandle, { entries, folder }: Section): Promise<void> {
  const bytes = section(entries);
  const full = await checkDisk(folder, LEAST_FREE + bytes.length);
  if (full !== null) throw new Error(full);
  await file.writeFile(bytes);
}

/**
 * Reads the board that was saved from the same source, and removes the file, since it is soon outdated. Null if there is none, or if it is
 * damaged or of another source.
 */
export async function takeBoardFile(path: string, source: string): Promise<SavedBoard | null> {
  const file = await open(path, "r").catch(() => null);
  if (file === null) return null;
  try {
    return await readBoard(file, source);
  } catch {
    // Not a whole file. What it contains is read from the database instead.
    return null;
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}

async function readBoard(file: FileHandle, source: string): Promise<SavedBoard | null> {
  const length = (await readBytes(file, LENGTH_BYTES)).readUInt32LE(0);
  const head: Head = JSON.parse((await readBytes(file, length)).toString());
  if (head.source !== source) return null;
  const entries: Entry[] = [];
  while (entries.length < head.stations) entries.push(...(await readSection(file)));
  return { horizon: head.horizon, entries };
}

function withLength(head: Head): Buffer {
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(text.length);
  return Buffer.concat([length, text]);
}

function section(entries: readonly Entry[]): Buffer {
  const texts = entries.map(({ parts, content }) =>
    [...textsOf(parts), content.template].map((text) => Buffer.from(text)),
  );
  const rows = entries.map(({ parts: _parts, content, ...entry }, index): Row => {
    const lengths = (texts[index] ?? []).map((text) => text.length);
    return { ...entry, ...NOT_FILLED_IN, state: shownState(entry.state), contentHashes: content.hashes, lengths };
  });
  const [rowBytes, textBytes] = [Buffer.from(JSON.stringify(rows)), Buffer.concat(texts.flat())];
  const head = Buffer.alloc(SECTION_HEAD_BYTES);
  head.writeUInt32LE(rowBytes.length, 0);
  head.writeUInt32LE(textBytes.length, 4);
  head.writeUInt32LE(crc32(textBytes, crc32(rowBytes)), 8);
  return Buffer.concat([head, rowBytes, textBytes]);
}

async function readSection(file: FileHandle): Promise<Entry[]> {
  const head = await readBytes(file, SECTION_HEAD_BYTES);
  const rowBytes = head.readUInt32LE(0);
  const bytes = await readBytes(file, rowBytes + head.readUInt32LE(4));
  if (crc32(bytes) !== head.readUInt32LE(8)) throw new Error("A section of the saved board is damaged.");
  const rows: Row[] = JSON.parse(bytes.toString("utf8", 0, rowBytes));
  let at = rowBytes;
  return rows.map(({ lengths, contentHashes: hashes, ...entry }) => {
    const texts = lengths.map((length) => bytes.toString("utf8", at, (at += length)));
    const content = { template: texts.pop() ?? "", hashes };
    return Object.assign(entry, { parts: partsOf(texts), content });
  });
}

async function readBytes(file: FileHandle, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  const { bytesRead } = await file.read(bytes, 0, length);
  if (bytesRead < length) throw new Error("The saved board ends too early.");
  return bytes;
}

/** In the order that `partsOf` reads them in. */
function textsOf(parts: RowParts): string[] {
  return [
    parts.facts,
    parts.maintenance,
    parts.maintenanceForAdmins,
    parts.tags,
    parts.tagsForAdmins,
    parts.lastEdit,
    parts.readiness,
    parts.support,
    parts.incidents,
    parts.config,
    parts.ssot,
    parts.ssotAuthor,
    parts.replaceables,
  ];
}

function partsOf(texts: readonly string[]): RowParts {
  let index = 0;
  const next = () => texts[index++] ?? "";
  return {
    facts: next(),
    maintenance: next(),
    maintenanceForAdmins: next(),
    tags: next(),
    tagsForAdmins: next(),
    lastEdit: next(),
    readiness: next(),
    support: next(),
    incidents: next(),
    config: next(),
    ssot: next(),
    ssotAuthor: next(),
    replaceables: next(),
  };
}
