import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const root = fileURLToPath(new URL("..", import.meta.url));

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), dev: z.boolean().default(false), link: z.boolean().default(false) }),
  ),
});

/** Workspaces that are only for development. */
const FOR_DEVELOPMENT = /\/(e2e|bench)$/;

/** The installed packages that are not only for development, by their paths such as `node_modules/zod`; the product's own are links. */
export function productionPackages(): { path: string; name: string; version: string | undefined }[] {
  const { packages } = lockFile.parse(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")));
  return Object.entries(packages).flatMap(([path, { version, dev, link }]) => {
    const isMeant = path.includes("node_modules/") && (!dev || link) && !FOR_DEVELOPMENT.test(path);
    if (!isMeant || !existsSync(join(root, path))) return [];
    return { path, name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length), version };
  });
}
