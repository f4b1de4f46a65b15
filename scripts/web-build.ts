import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "web", "dist");
const SOURCES = ["package-lock.json", "web/*.{json,html,ts}", "web/{src,icons,service-worker}/**", "shared/src/**"];

/** Builds the web app into `web/dist`, unless the build there is from the same sources. */
export async function buildWeb(report: (line: string) => void): Promise<void> {
  // A release has the built web app and not its sources.
  if (!existsSync(join(root, "web", "src"))) return;
  const sourceHash = hashSources();
  const stamp = join(dist, ".stamp");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === sourceHash) return;
  report("Building the web app…");
  const cache = join(root, ".cache");
  const built = join(cache, `web-${process.pid}`);
  const replaced = join(cache, `web-replaced-${process.pid}`);
  mkdirSync(cache, { recursive: true });
  try {
    await runVite(built, report);
    writeFileSync(join(built, ".stamp"), sourceHash);
    // Moved as a whole, so that an incomplete build is never served.
    if (existsSync(dist)) renameSync(dist, replaced);
    renameSync(built, dist);
  } finally {
    for (const path of [built, replaced]) rmSync(path, { recursive: true, force: true });
  }
}

if (import.meta.main) await buildWeb(console.log);

function hashSources(): string {
  const paths = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root }).sort());
  const hash = createHash("sha256");
  for (const path of paths.filter((each) => !/\.test\.tsx?$/.test(each))) {
    if (statSync(join(root, path)).isFile()) hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  }
  return hash.digest("hex");
}

/**
 * Runs Vite in its own process, so that the server does not keep the memory of a build. NODE_ENV is always production: otherwise React
 * would be its slower development build, which runs every effect twice.
 */
async function runVite(outDir: string, report: (line: string) => void): Promise<void> {
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  const args = [vite, "build", "web", "--outDir", outDir, "--emptyOutDir", "--logLevel", "warn"];
  const env = { ...process.env, NODE_ENV: "production" };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk) => {
      output += chunk;
    });
  }
  const [code] = await once(child, "close");
  if (code === 0) return;
  report(output.trim());
  throw new Error("The web app could not be built; see the output above.");
}
