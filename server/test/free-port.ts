import { createServer } from "node:net";

/** Below those that systems give out by themselves, to whoever asks for port 0 and to every connection. */
const RANGE = { from: 20_000, to: 32_000 } as const;

/** A port for what is to listen later, or again: one that nobody is given meanwhile. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = RANGE.from + Math.floor(Math.random() * (RANGE.to - RANGE.from));
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
