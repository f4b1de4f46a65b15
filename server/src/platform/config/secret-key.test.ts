import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { secretKey } from "./secret-key.ts";

const home = mkdtempSync(join(tmpdir(), "groundcrew-key-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

test("a configured key is used unchanged, and nothing is stored", () => {
  const dataDir = join(home, "configured");
  expect(secretKey({ secretKey: "configured", dataDir })).toBe("configured");
  expect(readdirSync(home)).toEqual([]);
});

test("without a configured key one is created once, and only its owner may read it", () => {
  const dataDir = join(home, "made");
  const key = secretKey({ secretKey: null, dataDir });
  expect(key.length).toBeGreaterThanOrEqual(32);
  expect(secretKey({ secretKey: null, dataDir })).toBe(key);
  expect(secretKey({ secretKey: null, dataDir: join(home, "other") })).not.toBe(key);
  expect(readdirSync(dataDir)).toEqual(["secret-key"]);
  expect(statSync(join(dataDir, "secret-key")).mode & 0o777).toBe(0o600);
});
