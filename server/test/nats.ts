import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ensureProgram } from "../../scripts/debian-programs.ts";
import { freePort } from "./free-port.ts";
import { TEST_CA, TEST_KEY } from "./tls-proxy.ts";

const EXAMPLE = new URL("../../deploy/nats/nats.conf", import.meta.url);
const PASSWORD = "q7Xw2Lm9Rt4Vb8Kc3Nf6Zs";

type Options = {
  /** With TLS, as in the example. Processes that connect then need `certificate` as NODE_EXTRA_CA_CERTS. */
  tls?: boolean;
  /** Replaces lines of the example. */
  change?: (example: string) => string;
};

/** A NATS with the example of its configuration, on this machine. */
export async function openNats(folder: string, { tls = false, change = (example) => example }: Options = {}) {
  const port = await freePort();
  const [file, certificate, key] = ["nats.conf", "nats.crt", "nats.key"].map((name) => join(folder, name));
  if (file === undefined || certificate === undefined || key === undefined) throw new Error("A path is missing.");
  await Promise.all([writeFile(certificate, TEST_CA), writeFile(key, TEST_KEY)]);
  const local = (await readFile(EXAMPLE, "utf8"))
    .replace("10.0.0.21:4222", `127.0.0.1:${port}`)
    .replace("/etc/nats/nats.crt", certificate)
    .replace("/etc/nats/nats.key", key);
  await writeFile(file, change(tls ? local : local.replace(/^tls \{[^}]*\}/m, "")));

  let child: ReturnType<typeof launch> | null = null;
  const launch = () =>
    spawn(ensureProgram("nats-server"), ["-c", file], {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, GROUNDCREW_PASSWORD: PASSWORD },
    });

  async function start(): Promise<void> {
    child = launch();
    const said: string[] = [];
    for await (const line of createInterface(child.stderr)) {
      if (line.includes("Server is ready")) return child.stderr.resume() && undefined;
      said.push(line);
    }
    throw new Error(`NATS did not start: ${said.join("\n")}`);
  }

  await start();
  return {
    url: `${tls ? "tls" : "nats"}://groundcrew:${PASSWORD}@127.0.0.1:${port}`,
    password: PASSWORD,
    certificate,
    start,
    signal: (signal: "SIGSTOP" | "SIGCONT") => void child?.kill(signal),
    async kill(): Promise<void> {
      if (!child) return;
      const ended = once(child, "close");
      child.kill("SIGKILL");
      await ended;
      child = null;
    },
  };
}
export type TestNats = Awaited<ReturnType<typeof openNats>>;
