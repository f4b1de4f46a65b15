import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Runs a command from the documentation that starts the example station. */
export async function runExample(command: string): Promise<{ stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "example-station-"));
  const PATH = [dirname(process.execPath), process.env["PATH"]].join(delimiter);
  const child = spawn("sh", ["-c", `exec ${command} "$0"`, join(folder, "memory.json")], {
    cwd: ROOT,
    env: { ...process.env, PATH },
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  return {
    async stop() {
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
