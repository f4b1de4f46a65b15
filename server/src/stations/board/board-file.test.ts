import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  existsSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { boardFacts, boardState, snapshotSummary } from "../../../test/board-facts.ts";
import { canMount, smallDisk } from "../../../test/small-disk.ts";
import { takeBoardFile, writeBoardFile } from "./board-file.ts";
import { newEntry, withSnapshot, withState, type Entry } from "./entry.ts";

const folder = mkdtempSync(join(tmpdir(), "groundcrew-board-"));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, "data", "stations.board");

const now = Date.parse("2026-03-01T12:00:00.000Z");

function entryOf(name: string, description: string, warning: string | null): Entry {
  const state = boardState(3, { linked: true, last_active: "2026-03-01T11:59:00.000Z" });
  const summary = warning === null ? null : snapshotSummary({ warn_message: warning });
  return withSnapshot(withState(newEntry(boardFacts(name, 1, { description })), state, now), summary);
}

const text = fc.oneof(fc.string({ unit: "binary", maxLength: 40 }), fc.constantFrom("ø🚁", '"\\\n', ""));
const entries = fc
  .array(fc.tuple(text, fc.option(text)), { minLength: 1, maxLength: 1_100 })
  .map((all) =>
    all.map(([description, warning], index) =>
      entryOf(`gc-${index}`, description.toWellFormed(), warning?.toWellFormed() ?? null),
    ),
  );

test("a board is read as it was written", async () => {
  await fc.assert(
    fc.asyncProperty(entries, async (all) => {
      await writeBoardFile(path, { source: "tables", horizon: "123", entries: all });
      expect(await takeBoardFile(path, "tables")).toStrictEqual({ horizon: "123", entries: all });
    }),
    { numRuns: 20 },
  );
});

async function write(to = path): Promise<void> {
  const all = Array.from({ length: 700 }, (_, index) => entryOf(`gc-${index}`, "Pier", null));
  await writeBoardFile(to, { source: "tables", horizon: "123", entries: all });
}

test("a board that cannot be written leaves no file behind", async () => {
  const parent = join(folder, "failing");
  mkdirSync(join(parent, "stations.board"), { recursive: true });
  await expect(write(join(parent, "stations.board"))).rejects.toThrow(/EISDIR|EPERM/);
  expect(readdirSync(parent)).toEqual(["stations.board"]);
});

test.runIf(canMount())("the last space of a disk is left to the database", async () => {
  const disk = smallDisk(16);
  await expect(write(join(disk, "stations.board"))).rejects.toThrow("is full");
  expect(readdirSync(disk)).toEqual([]);
});

test("it is read once", async () => {
  await write();
  expect(await takeBoardFile(path, "tables")).not.toBeNull();
  expect(existsSync(path)).toBe(false);
  expect(await takeBoardFile(path, "tables")).toBeNull();
});

test("it is not read from other tables", async () => {
  await write();
  expect(await takeBoardFile(path, "other tables")).toBeNull();
  expect(existsSync(path)).toBe(false);
});

test("a file that is not whole or was changed is not read", async () => {
  await write();
  const whole = readFileSync(path);
  for (const length of [0, 3, 50, 5_000, whole.length - 1]) {
    writeFileSync(path, whole);
    truncateSync(path, length);
    expect(await takeBoardFile(path, "tables")).toBeNull();
  }
  for (const at of [90, Math.floor(whole.length / 2), whole.length - 1]) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    writeFileSync(path, damaged);
    expect(await takeBoardFile(path, "tables")).toBeNull();
  }
});

test.skipIf(process.platform === "win32")("only the server's user may read it", async () => {
  await write();
  expect(statSync(path).mode & 0o777).toBe(0o600);
});
