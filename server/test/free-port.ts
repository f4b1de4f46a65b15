import { createServer } from "node:net";

/** Below the ephemeral range, which operating systems use for port 0 and for outgoing connections. */
const RANGE = { from: 20_000, to: 32_000 } as const;

/** Processes that run tests at the same time have numbers close to each other, and so other ports. */
const PORTS_A_PROCESS = 100;
const first = RANGE.from + (process.pid % ((RANGE.to - RANGE.from) / PORTS_A_PROCESS)) * PORTS_A_PROCESS;
let next = 0;

/** A free port for something that listens later or repeatedly; no other process is assigned it in the meantime. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + (next++ % PORTS_A_PROCESS);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
