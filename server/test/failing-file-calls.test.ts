import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { secretKey } from "../src/platform/config/index.ts";
import { diskStore, newFileName } from "../src/platform/files/index.ts";
import { credentialFiles } from "../src/platform/link/credential-files.ts";
import { hashSecret } from "../src/platform/link/index.ts";
import { withFailingCall, type DiskFailure } from "./failing-file-calls.ts";

const FAILURES: DiskFailure[] = ["EIO", "ENOSPC"];
const [OLD, NEW] = [Buffer.alloc(1_000, 1), Buffer.alloc(1_000, 2)];

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "failing-calls-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Calls `check` for each call of a piece of work that may fail, until there is no further one; returns how many there were. */
async function forEachCall(check: (nth: number) => Promise<{ hasFailed: boolean }>): Promise<number> {
  for (let nth = 1; ; nth += 1) {
    if (!(await check(nth)).hasFailed) return nth - 1;
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

test.each(FAILURES)(
  "an image whose storing fails with %s at any call is not stored, leaves no file, and can be stored afterwards",
  async (failure) => {
    const calls = await forEachCall(async (nth) => {
      const folder = await newFolder();
      const store = diskStore(join(folder, "images"));
      const [kept, name] = [newFileName(), newFileName()];
      await store.put(kept, OLD);
      const { hasFailed, result } = await withFailingCall({ nth, failure }, () => store.put(name, NEW));
      expect(result.status).toBe(hasFailed ? "rejected" : "fulfilled");
      expect(await store.get(name)).toEqual(hasFailed ? null : NEW);
      expect(await store.get(kept)).toEqual(OLD);
      expect(await filesIn(folder)).toHaveLength(hasFailed ? 1 : 2);
      await store.put(name, NEW);
      expect(await store.get(name)).toEqual(NEW);
      return { hasFailed };
    });
    expect(calls).toBeGreaterThan(5);
  },
);

test.each(FAILURES)(
  "a secret key whose storing fails with %s at any call is not stored in part, and the next start makes one",
  async (failure) => {
    const calls = await forEachCall(async (nth) => {
      const dataDir = join(await newFolder(), "data");
      const config = { secretKey: null, dataDir };
      const { hasFailed, result } = await withFailingCall({ nth, failure }, () => secretKey(config));
      expect(result.status).toBe(hasFailed ? "rejected" : "fulfilled");
      const key = secretKey(config);
      expect(key).toMatch(/^[\w-]{43}$/);
      expect(result.status === "fulfilled" ? result.value : key).toBe(key);
      expect(await filesIn(dataDir)).toEqual(["secret-key"]);
      return { hasFailed };
    });
    expect(calls).toBeGreaterThan(2);
  },
);

test.each(FAILURES)(
  "credentials for a broker whose writing fails with %s at any call are the old or the new ones, and can be written afterwards",
  async (failure) => {
    const login = { user: "console", password: "server password" };
    const station = { name: "gc-0123456789ab", hash: hashSecret("station secret") };
    const calls = await forEachCall(async (nth) => {
      const folder = await newFolder();
      const files = credentialFiles({ folder, login, pidFile: null, log: pino({ level: "silent" }) });
      await files.write([]);
      const { hasFailed } = await withFailingCall({ nth, failure }, () => files.write([station]));
      expect((await filesIn(folder)).toSorted()).toEqual(["access", "passwords"]);
      await files.write([station]);
      expect((await filesIn(folder)).toSorted()).toEqual(["access", "passwords"]);
      return { hasFailed };
    });
    expect(calls).toBeGreaterThan(2);
  },
);
