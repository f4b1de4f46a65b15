import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { freeUdpPort } from "../../server/src/platform/relay/stun.ts";
import { tryAllocation } from "../../server/src/platform/relay/turn.ts";
import { freePort } from "../../server/test/free-port.ts";
import { startCoturn } from "../coturn.ts";
import { runHere } from "../run-groundcrew.ts";

// A mkdtemp folder has mode 0700, in which the PostgreSQL user could not read its data when the tests run as root.
const home = join(tmpdir(), `groundcrew-relay-${randomUUID()}`);
mkdirSync(home);
afterAll(() => rmSync(home, { recursive: true, force: true }));

test("doctor says whether a TURN server relays for this server", async () => {
  const secret = "a secret of coturn for tests, long enough";
  const port = await freeUdpPort("127.0.0.1", await freePort());
  const coturn = startCoturn({ port, secret, relayAddress: "127.0.0.1" });
  const isUp = () =>
    tryAllocation({ host: "127.0.0.1", port, protocol: "udp", secret }, Date.now()).then(
      () => true,
      () => false,
    );
  await expect.poll(isUp).toBe(true);
  const check = async (TURN_SECRET: string) => {
    const env = { DATA_DIR: join(home, "none"), ...coturn.settings, TURN_SECRET };
    return (await runHere(["doctor"], env)).output;
  };
  const [right, wrong] = await Promise.all([check(secret), check(`not ${secret}`)]);
  await coturn.stop();
  expect(right).toMatch(/^ok +TURN server +The TURN server 127\.0\.0\.1:\d+ \(udp\) relays for this server\.$/m);
  expect(wrong).toMatch(/^problem TURN server +.* does not relay for this server: it answers 401 Unauthorized\. /m);
});
