import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { collect } from "../../test/collect.ts";
import { ARCHIVE_END, entryBlocks, readEntries, type Entry } from "./tar.ts";

const entries: Entry[] = [
  { name: "empty", bytes: Buffer.alloc(0) },
  { name: "tables/stations/000001.copy.zst", bytes: Buffer.alloc(511, 1) },
  { name: "images/one", bytes: Buffer.alloc(512, 2) },
  { name: "images/two", bytes: Buffer.alloc(100_000, 3) },
];
const archive = Buffer.concat([...entries.flatMap((entry) => entryBlocks(entry, 1_772_366_400)), ARCHIVE_END]);

/** The bytes in chunks of a size that does not fit their blocks. */
async function* inChunks(bytes: Buffer, size = 777): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test("entries are read back as they were written, however they arrive", async () => {
  for (const size of [1, 777, 1_000_000]) {
    expect(await collect(readEntries(inChunks(archive, size)))).toEqual(entries);
  }
});

test("the tar program reads the archive", () => {
  const folder = mkdtempSync(join(tmpdir(), "tar-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "archive.tar"), archive);
  const list = execFileSync("tar", ["-tf", join(folder, "archive.tar")], { encoding: "utf8" });
  expect(list.trim().split("\n")).toEqual(entries.map(({ name }) => name));
});

test("an archive that ends too early is reported", async () => {
  const cut = collect(readEntries(inChunks(archive.subarray(0, 5_000))));
  await expect(cut).rejects.toThrow("The file is incomplete: its end is missing.");
});

test("every changed byte outside of the contents is reported", async () => {
  // The header and the padding of the second entry, and the end.
  for (const at of [512, 700, 512 + 156, 1_024 + 511, archive.length - 1]) {
    const damaged = Buffer.from(archive);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    await expect(collect(readEntries(inChunks(damaged)))).rejects.toThrow(/^The file is damaged/);
  }
});
