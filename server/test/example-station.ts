import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const SCRIPT = fileURLToPath(new URL("../../docs/example-station.ts", import.meta.url));

/** The station that `docs` shows to those who build one, as a process of its own. */
export function exampleStation(name: string, { port, everyS }: { port: number; everyS: number }) {
  const options = [name, `secret-of-${name}`, `mqtt://127.0.0.1:${port}`, String(everyS)];
  const child = spawn(process.execPath, [SCRIPT, ...options], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "close");
  return {
    /** The first thing it prints. */
    firstLine: async () => String((await once(child.stdout, "data"))[0]).trim(),
    async kill(): Promise<void> {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
