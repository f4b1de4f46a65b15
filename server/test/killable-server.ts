import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const SCRIPT = fileURLToPath(new URL("event-server.ts", import.meta.url));

/** Servers one after the other on the same port, each killed without a chance to say goodbye. */
export async function killableServer(url: string) {
  let port = 0;
  let next = prepare(url, port);
  let current = next;

  /** Starts a server; the one after it is made ready meanwhile. */
  async function start(): Promise<number> {
    current = next;
    port = await current.begin();
    next = prepare(url, port);
    return port;
  }

  return {
    start,
    kill: () => current.kill(),
    async stop(): Promise<void> {
      await Promise.all([current.kill(), next.kill()]);
    },
  };
}

function prepare(url: string, port: number) {
  const child = spawn(process.execPath, [SCRIPT, url, String(port)], { stdio: ["pipe", "pipe", "inherit"] });
  // It may be gone before it is told to begin.
  child.stdin.on("error", () => {});
  const ended = once(child, "close");
  const lines = createInterface({ input: child.stdout });
  const waiting = once(lines, "line");
  return {
    async begin(): Promise<number> {
      await waiting;
      const listening = once(lines, "line");
      child.stdin.write("begin\n");
      const [line] = await listening;
      return Number(String(line).split(" ")[1]);
    },
    async kill(): Promise<void> {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
