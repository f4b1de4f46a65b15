import { readFileSync } from "node:fs";

const PACKAGE = new URL("../../../package.json", import.meta.url);

/** The version of this program. */
export function version(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(PACKAGE, "utf8"));
  return version;
}
