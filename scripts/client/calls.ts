import { globSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Endpoint } from "@groundcrew/shared/contract";

const SHARED = fileURLToPath(new URL("../../shared/src", import.meta.url));

/** The source of the list of calls that an API key may make, by domain and name. */
export async function clientCalls(): Promise<string> {
  const domains = globSync("*/index.ts", { cwd: SHARED }).map((file) => file.split(/[\\/]/)[0] ?? "");
  const lists = await Promise.all(domains.toSorted().map(exportOf));
  return [
    "// Written by `npm run client` from the contract: the calls that an API key may make.",
    ...lists.flat(),
    "",
  ].join("\n");
}

async function exportOf(domain: string): Promise<string[]> {
  const module: object = await import(join(SHARED, domain, "index.ts"));
  const names = Object.entries(module).flatMap(([name, value]) => (isForKeys(value) ? name : []));
  if (names.length === 0) return [];
  const line = `export { ${names.toSorted().join(", ")} } from "@groundcrew/shared/${domain}";`;
  if (line.length <= 120) return [line];
  return ["export {", ...names.toSorted().map((name) => `  ${name},`), `} from "@groundcrew/shared/${domain}";`];
}

function isForKeys(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "keyScope" in value && value.keyScope !== null;
}
