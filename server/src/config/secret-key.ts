import { randomBytes } from "node:crypto";
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "./config.ts";
import { makeFolders } from "../lib/index.ts";

/** The key that signs the server's tokens: the configured one, else one that is generated once and stored in the data directory. */
export function secretKey({ secretKey: configured, dataDir }: Pick<Config, "secretKey" | "dataDir">): string {
  if (configured !== null) return configured;
  const path = join(dataDir, "secret-key");
  if (!existsSync(path)) keepNewKey(dataDir, path);
  return readFileSync(path, "utf8");
}

/** The file is linked into place only when it is complete, so a start that is killed here leaves no partial key behind. */
function keepNewKey(dataDir: string, path: string): void {
  makeFolders(dataDir);
  const part = `${path}.${process.pid}`;
  writeFileSync(part, randomBytes(32).toString("base64url"), { mode: 0o600 });
  try {
    linkSync(part, path);
  } finally {
    rmSync(part, { force: true });
  }
}
