import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** A child process that answers each command over its channel with one message, and ends when its channel is closed. */
export type Child = {
  /** What it sends without a command, or in response to one. */
  reply: () => Promise<unknown>;
  request: (command: object) => Promise<unknown>;
  /** Ends it with SIGKILL. */
  kill: () => Promise<void>;
  stop: () => Promise<void>;
};

/** As `npm start` has it. */
const NODE_COMPILE_CACHE = fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url));

/** Starts a script of this folder. If its process ends before `stop`, the benchmark fails at once, whatever it is waiting for. */
export function startChild(script: string, args: readonly string[] = [], flags: readonly string[] = []): Child {
  const env = { ...process.env, NODE_COMPILE_CACHE };
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), [...args], { execArgv: [...flags], env });
  const fail = (code: number | null, signal: string | null) => {
    console.error(`${script} ended unexpectedly (${signal ?? `exit code ${code}`}).`);
    process.exit(1);
  };
  child.on("exit", fail);

  let last: Promise<unknown> = Promise.resolve();

  async function reply(): Promise<unknown> {
    return z.tuple([z.unknown(), z.unknown()]).parse(await once(child, "message"))[0];
  }

  return {
    reply,
    request(command) {
      // One after the other, because replies do not say what they are replies to.
      const response = last.then(() => {
        send(child, command);
        return reply();
      });
      last = response.catch(() => undefined);
      return response;
    },
    async kill() {
      child.off("exit", fail);
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
    async stop() {
      child.off("exit", fail);
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}

/** A failure to send is a failure of the child, which its exit reports. */
function send(child: ChildProcess, command: object): void {
  child.send(command, () => undefined);
}
