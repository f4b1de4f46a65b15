import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { connectAsync } from "mqtt";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { credentialFiles, hashSecret } from "../server/src/platform/link/index.ts";
import { freePort } from "../server/test/free-port.ts";
import { openLog } from "../server/src/platform/log.ts";
import { TEST_CA, TEST_KEY } from "../server/test/tls-proxy.ts";
import { ensureMosquitto } from "./mosquitto.ts";

const folder = fileURLToPath(new URL("../deploy/compose", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "compose-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const log = openLog({ logLevel: "fatal" });
const STATION = "gc-0123456789ab";

test("Mosquitto waits for the server's files, offers TLS to stations, and accepts a changed password soon", async () => {
  const broker = await mosquitto();
  const login = { user: "console", password: "a long password of the servers" };
  const files = credentialFiles({ folder: broker.credentials, login, pidFile: null, log });
  await files.write([{ name: STATION, hash: hashSecret("first password") }]);
  await expect.poll(() => broker.isAccepted("first password")).toBe(true);
  await files.write([{ name: STATION, hash: hashSecret("second password") }]);
  await expect.poll(() => broker.isAccepted("second password")).toBe(true);
  expect(await broker.isAccepted("first password")).toBe(false);
  expect(await broker.stop()).toBe(0);
});

/** Runs the script of the container with its configuration in a folder of this test. */
async function mosquitto() {
  const [stations, servers] = [await freePort(), await freePort()];
  const place = join(scratch, "mosquitto");
  const credentials = join(place, "credentials");
  mkdirSync(credentials, { recursive: true });
  writeFileSync(join(place, "broker.crt"), TEST_CA);
  writeFileSync(join(place, "broker.key"), TEST_KEY);
  const config = readFileSync(join(folder, "mosquitto.conf"), "utf8")
    .replaceAll("/var/lib/groundcrew-mqtt", credentials)
    .replaceAll("/mosquitto/tls", place)
    .replace("listener 8883", `listener ${stations} 127.0.0.1`)
    .replace("listener 1883", `listener ${servers} 127.0.0.1`);
  // Started as root, it would switch to a user who cannot read these files.
  writeFileSync(join(place, "mosquitto.conf"), `${config}\nuser root\n`);
  const { path, libraries } = ensureMosquitto();
  const env = {
    PATH: [dirname(path), "/usr/bin", "/bin"].join(delimiter),
    CREDENTIALS: credentials,
    ...(libraries && { LD_LIBRARY_PATH: libraries }),
  };
  const script = join(folder, "run-mosquitto.sh");
  const child = spawn("/bin/sh", [script, join(place, "mosquitto.conf")], { env, stdio: "ignore", detached: true });
  const ended = once(child, "close").then(([code]) => code);
  onTestFinished(() => {
    if (child.exitCode === null) process.kill(-(child.pid ?? 0), "SIGKILL");
  });
  return {
    credentials,
    /** Whether a station can connect with a password. */
    async isAccepted(password: string): Promise<boolean> {
      const options = { clientId: STATION, username: STATION, password, reconnectPeriod: 0, ca: TEST_CA };
      const connecting = connectAsync(`mqtts://127.0.0.1:${stations}`, options);
      return connecting.then(
        (client) => client.endAsync(true).then(() => true),
        () => false,
      );
    },
    stop(): Promise<unknown> {
      child.kill("SIGTERM");
      return ended;
    },
  };
}
