import type { Brand } from "@groundcrew/shared/brand";
import {
  importField,
  isByType,
  IMPORT_LIMITS,
  type applyImport,
  type checkImport,
  type createImport,
  type ExistingItem,
  type JudgedLine,
  type undoImport,
} from "@groundcrew/shared/imports";
import { z } from "zod";
import { change } from "../audit/index.ts";
import { inTransaction, scoped, uniqueViolation, type Db, type SharedDb } from "../platform/db/index.ts";
import { authorOf, notFound, Problem, readBytes, type Call, type Principal } from "../platform/http/index.ts";
import { limitConcurrency } from "../platform/lib/index.ts";
import { isApplied, judgeFile, storeLines } from "./judge-file.ts";
import { kinds } from "./kinds/index.ts";
import type { ItemWrite } from "./kinds/kind.ts";
import {
  findImport,
  insertImport,
  lockImport,
  selectRefused,
  selectSeen,
  updateApplied,
  updateChecked,
  updateUndone,
  type StoredImport,
} from "./queries.ts";
import { endedByLines, planUndo } from "./plan-undo.ts";
import { readFile } from "./read-file.ts";
import { writeAudited } from "./write-audited.ts";

export type ImportOptions = {
  db: SharedDb;
  brand: Brand;
  now: () => number;
  /** Updates stations on the board. Await it, so that callers read their own writes. */
  refresh: (names: readonly string[]) => Promise<void>;
};

/** A file takes up to a hundred megabytes while it is read, and all of a processor. */
const oneAtATime = limitConcurrency(1, { max: 10, full: tooMany });

function tooMany(): Problem {
  const sentence = "Other files are being read. Try again in a minute.";
  return new Problem(503, sentence, { headers: { "retry-after": "60" } });
}

/** Stores a file and what its columns are. */
export async function uploadFile(options: ImportOptions, call: Call<typeof createImport>): Promise<StoredImport> {
  const { db, now } = options;
  const { kind, station_type, file_name } = call.query;
  const content = await readBytes(call.body, { limit: IMPORT_LIMITS.bytes, tooLong: "The file has more than 10 MB." });
  const about = { kind, station_type: isByType(kind) ? station_type : null };
  return oneAtATime(async () => {
    const file = await readFile(content);
    const { fields } = await loaded(scoped(db, call.scope), about, options);
    const added = { ...about, file_name, created: timeText(now()), created_by: emailOf(call.principal), content };
    return insertImport(db, { ...added, fields: z.array(importField).parse(fields) }, file);
  });
}

/** An import that the caller may see. */
export async function readImport(
  { db, now }: ImportOptions,
  { principal, params }: { principal: Principal; params: { import: number } },
): Promise<StoredImport> {
  const found = await findImport(db, params.import, { email: emailOf(principal), now: now() });
  if (!found) throw notFound();
  return found;
}

/** Judges all lines of a file, and stores what was found. */
export async function checkFile(options: ImportOptions, call: Call<typeof checkImport>): Promise<StoredImport> {
  return oneAtATime(() =>
    inTransaction(scoped(options.db, call.scope), async (tx) => {
      const stored = await locked(tx, options, call);
      if (stored.content === null) throw new Problem(409, "This file was imported already. Choose it again.");
      const importable = await loaded(tx, stored, options);
      const { lines, counts } = await judgeFile(
        tx,
        { ...stored, content: stored.content, columns: call.body },
        importable,
      );
      await storeLines(tx, stored.id, lines);
      return updateChecked(tx, stored.id, { columns: call.body, counts });
    }),
  );
}

/** An import and why it cannot be undone now; null if it can, or was not applied. */
export type Shown = { stored: StoredImport; undoRefusal: string | null };

/** Applies a file in one transaction. One that was applied before is returned as it is. */
export function applyFile(options: ImportOptions, call: Call<typeof applyImport>): Promise<Shown> {
  return saving(options, call, async (tx, stored, by) => {
    const { id, kind, columns, content } = stored;
    if (content === null) return null;
    if (columns === null) throw new Problem(409, "Check this file first.");
    await kinds[kind].lock(tx, await selectSeen(tx, id));
    const importable = await loaded(tx, stored, options);
    const refused = await selectRefused(tx, id);
    const judged = await judgeFile(tx, { ...stored, content, columns, refused }, importable);
    const applied = judged.lines.filter(isApplied);
    const written = await writeAudited(tx, {
      kind,
      writes: applied.map((line) => writeOf(line, judged.items)),
      by,
      source: call,
    });
    const saved = new Map(applied.map(({ line }, nth) => [line, written.saved[nth]]));
    await storeLines(
      tx,
      id,
      judged.lines.map((line) => Object.assign(line, saved.get(line.line))),
    );
    const { counts } = judged;
    const mark = { at: timeText(by.now), by: emailOf(call.principal), requestId: call.request.id, counts };
    const { file_name: file } = stored;
    return {
      saved: await updateApplied(tx, id, mark),
      undoRefusal: endedByLines(applied, importable.fields),
      stations: written.stations,
      after: { file, kind, ...counts, note: call.body.note },
    };
  });
}

/** Saves everything that an import changed as it was before, unless somebody changed some of it since. */
export function undoFile(options: ImportOptions, call: Call<typeof undoImport>): Promise<Shown> {
  return saving(options, call, async (tx, stored, by) => {
    const { id, kind } = stored;
    if (stored.undone !== null) return null;
    const lock = (lines: readonly JudgedLine[]) => kinds[kind].lock(tx, lines);
    const plan = await planUndo(tx, stored, { ...by, lock });
    if ("refusal" in plan) throw new Problem(409, plan.refusal);
    const { writes } = plan;
    const { stations } = await writeAudited(tx, { kind, writes, by, source: call });
    const saved = await updateUndone(tx, id, { at: timeText(by.now), by: emailOf(call.principal) });
    return { saved, undoRefusal: null, stations, after: { file: stored.file_name, kind, undone: writes.length } };
  });
}

/** Why an import that was applied cannot be undone now; null if it can, or was not applied. */
export async function undoRefusalOf(
  db: Db,
  { now, brand }: Pick<ImportOptions, "now" | "brand">,
  stored: StoredImport,
): Promise<string | null> {
  if (stored.applied === null || stored.undone !== null) return null;
  const plan = await planUndo(db, stored, { now: now(), brand, lock: async () => {} });
  return "refusal" in plan ? plan.refusal : null;
}

type Saved = {
  saved: StoredImport;
  undoRefusal: string | null;
  stations: readonly string[];
  after: Record<string, unknown>;
};
type Saving = Call<typeof applyImport> | Call<typeof undoImport>;
type By = { author: string; now: number; brand: Brand };

/**
 * Saves items in one transaction, with an entry of the audit log about the file; null for nothing. All of the answer is read in it, because
 * what fails after it would be reported as if nothing had been saved.
 */
async function saving(
  options: ImportOptions,
  call: Saving,
  save: (tx: Db, stored: Locked, by: By) => Promise<Saved | null>,
): Promise<Shown> {
  const by = { author: authorOf(call.principal), now: options.now(), brand: options.brand };
  const work = async (tx: Db) => {
    const stored = await locked(tx, options, call);
    const done = await save(tx, stored, by);
    if (done === null) {
      const undoRefusal = await undoRefusalOf(tx, options, stored);
      return { answer: { status: 200, body: { stored, undoRefusal, stations: [] } }, audit: [] };
    }
    const audit = { target: `import ${stored.id}`, orgId: null, after: done.after };
    const { saved, undoRefusal, stations } = done;
    return { answer: { status: 200, body: { stored: saved, undoRefusal, stations } }, audit };
  };
  const { body } = await oneAtATime(() => refuseDuplicate(() => change(scoped(options.db, call.scope), call, work)));
  await options.refresh(body.stations);
  return body;
}

async function refuseDuplicate<A>(run: () => Promise<A>): Promise<A> {
  try {
    return await run();
  } catch (error) {
    if (uniqueViolation(error) === null) throw error;
    throw new Problem(409, "Somebody saved the same name or serial number just now. Nothing was changed. Try again.");
  }
}

type Locked = StoredImport & { content: Uint8Array | null };

async function locked(
  tx: Db,
  { now }: ImportOptions,
  { principal, params }: { principal: Principal; params: { import: number } },
): Promise<Locked> {
  const found = await lockImport(tx, params.import, { email: emailOf(principal), now: now() });
  if (!found) throw notFound();
  return found;
}

/** Loads what is saved now of what an import is about. */
export function loaded(
  db: Db,
  { kind, station_type }: Pick<StoredImport, "kind" | "station_type">,
  { brand }: ImportOptions,
) {
  return kinds[kind].load(db, { stationType: station_type ?? "atlas", brand });
}

function writeOf(line: JudgedLine, items: ReadonlyMap<string, ExistingItem>): ItemWrite {
  const name = line.name ?? line.key;
  const item = items.get(name) ?? null;
  const changed = Object.fromEntries(line.changes.map(({ field, to }) => [field, to]));
  return { name, item, values: { ...item?.values, ...changed }, removes: [] };
}

function emailOf(principal: Principal): string {
  if (principal.kind !== "user") throw notFound();
  return principal.user.email;
}

function timeText(ms: number): string {
  return new Date(ms).toISOString();
}
