import { expect, onTestFinished, test } from "vitest";
import { startCoturn } from "../../../../scripts/coturn.ts";
import { freePort } from "../../../test/free-port.ts";
import { freeUdpPort } from "./stun.ts";
import { tryAllocation } from "./turn.ts";

const SECRET = "a secret of coturn for tests, long enough";
/** A busy machine may take longer than a check waits. */
const PATIENT_MS = 30_000;

test.for(["udp", "tcp"] as const)(
  "an allocation is opened and closed by %s, and refused without the secret",
  async (protocol) => {
    // Also free for TCP, whose outgoing connections have the ports that the system would choose.
    const port = await freeUdpPort("127.0.0.1", await freePort());
    const coturn = startCoturn({ port, secret: SECRET, relayAddress: "127.0.0.1" });
    onTestFinished(() => coturn.stop());
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
