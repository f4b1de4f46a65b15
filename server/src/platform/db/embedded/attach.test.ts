import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runningUrl } from "./attach.ts";
import { socketPrefix } from "./pid-file.ts";

test("a user who may not read the database gets a sentence that says so", () => {
  const home = mkdtempSync(join(tmpdir(), "groundcrew-attach-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  chmodSync(home, 0o755);
  const data = join(home, "pg");
  mkdirSync(data);
  asOtherUser(() => expect(runningUrl(data)).toBe(null));
  chmodSync(data, 0o000);
  const sentence = `This user may not read the database in ${home}. Run this as the user that Groundcrew runs as.`;
  asOtherUser(() => expect(() => runningUrl(data)).toThrow(sentence));
});

test("a command finds the database of a service in the runtime directory of that service", () => {
  const home = mkdtempSync(join(tmpdir(), "groundcrew-attach-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const data = join(home, "pg");
  const socket = mkdtempSync(socketPrefix({ RUNTIME_DIRECTORY: home }));
  mkdirSync(data);
  writeFileSync(join(data, "groundcrew.password"), "secret");
  writeFileSync(join(data, "postmaster.pid"), `${process.pid}\n${data}\n0\n5432\n${socket}\n\n0\nready   \n`);
  expect(runningUrl(data)).toContain(`host=${socket}`);
});

/** Runs as a user who is not root, because root may read everything. */
function asOtherUser(run: () => void): void {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(12_345);
  try {
    run();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}
