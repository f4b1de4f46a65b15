import { randomBytes } from "node:crypto";
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "./config.ts";
import { makeFolders } from "../lib/index.ts";

/** The key that signs the server's tokens: the configured one, else one that is generated once and stored in the data directory. */
export function secretKey({ secretKey: configured, dataDir }: Pick<Config, "secretKey" | "dataDir">): string {
  if (configured !== null) return configured;
  const path = join(dataDir, "secret-key");
  if (!existsSync(path)) storeKey(dataDir, randomBytes(32).toString("base64url"));
  return readFileSync(path, "utf8");
}

/** The configured or stored key; null when there is none yet. */
export function storedKey({ secretKey: configured, dataDir }: Pick<Config, "secretKey" | "dataDir">): string | null {
  if (configured !== null) return configured;
  const path = join(dataDir, "secret-key");
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}

/**
 * Stores a key in a data directory that has none. The file is linked into place only when it is complete, so a start that is killed here
 * leaves no partial key behind.
 */
export function storeKey(dataDir: string, key: string): void {
  const path = join(dataDir, "secret-key");
  makeFolders(dataDir);
  const part = `${path}.${process.pid}`;
  try {
    writeFileSync(part, key, { mode: 0o600, flush: true });
    linkSync(part, path);
  } finally {
    rmSync(part, { force: true });
  }
}
