import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ensureTurnserver } from "../../../../scripts/coturn.ts";
import { freePort } from "../../../test/free-port.ts";
import { coturnConfig } from "./coturn.ts";
import { freeUdpPort } from "./stun.ts";
import { tryAllocation } from "./turn.ts";

const SECRET = "a secret of coturn for tests, long enough";
/** A busy machine may take longer than a check waits. */
const PATIENT_MS = 30_000;

/** coturn, also by TCP, as on a machine of its own. */
async function runCoturn(): Promise<{ port: number }> {
  const folder = await mkdtemp(join(tmpdir(), "turn-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  // Also free for TCP, whose outgoing connections have the ports that the system would choose.
  const port = await freeUdpPort("127.0.0.1", await freePort());
  const settings = {
    host: "127.0.0.1",
    port,
    relayAddress: "127.0.0.1",
    externalAddress: null,
    secret: SECRET,
    folder,
  };
  const lines = coturnConfig({ ...settings, peers: "public", user: null }).split("\n");
  await writeFile(join(folder, "conf"), lines.filter((line) => line !== "no-tcp").join("\n"));
  const program = join(
    ensureTurnserver(() => {}),
    "turnserver",
  );
  const coturn = spawn(program, ["-c", join(folder, "conf")], { stdio: "ignore" });
  onTestFinished(async () => {
    coturn.kill("SIGKILL");
    await once(coturn, "exit");
  });
  return { port };
}

test.for(["udp", "tcp"] as const)(
  "an allocation is opened and closed by %s, and refused without the secret",
  async (protocol) => {
    const { port } = await runCoturn();
    const attempt = (secret: string, now: number) =>
      tryAllocation({ host: "127.0.0.1", port, protocol, secret }, now, PATIENT_MS).then(
        () => "opened",
        (error: unknown) => (error instanceof Error ? error.message : ""),
      );
    await expect.poll(() => attempt(SECRET, Date.now())).toBe("opened");
    // More than one name may have open at once.
    for (let nth = 0; nth < 15; nth += 1) expect(await attempt(SECRET, Date.now())).toBe("opened");
    expect(await attempt("another secret", Date.now())).toBe("it answers 401 Unauthorized");
    expect(await attempt(SECRET, Date.now() - 3_600_000)).toBe("it answers 401 Unauthorized");
  },
);

test("a server that does not answer is given up", async () => {
  const port = await freeUdpPort("127.0.0.1", 0);
  const server = { host: "127.0.0.1", port, protocol: "udp", secret: SECRET } as const;
  await expect(tryAllocation(server, Date.now())).rejects.toThrow(/no reply within 2 s|ECONNREFUSED/);
});
