import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const START = fileURLToPath(new URL("start.ts", import.meta.url));

async function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [START], { env: { PATH: process.env["PATH"], ...env } });
  let errors = "";
  child.stdout.resume();
  child.stderr.setEncoding("utf8").on("data", (chunk) => {
    errors += chunk;
  });
  const [code] = await once(child, "close");
  return { code, errors };
}

test("mistakes in the environment end the start with a sentence each", async () => {
  const { code, errors } = await start({ PORT: "none", STATIONS: "-1" });
  expect(code).toBe(1);
  expect(errors.trim().split("\n")).toEqual([
    expect.stringMatching(/^PORT must be .*\.$/),
    expect.stringMatching(/^STATIONS must be .*\.$/),
  ]);
});

test("production without its secrets does not start", async () => {
  const { code, errors } = await start({ GROUNDCREW_MODE: "production" });
  expect(code).toBe(1);
  expect(errors).toContain("SECRET_KEY is required in production");
});

test.each(["PORT", "OPS_PORT", "MQTT_PORT"])("a %s that is taken ends the start with one sentence", async (name) => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  const port = String(address !== null && typeof address === "object" ? address.port : "");
  const { code, errors } = await start({ PORT: "0", OPS_PORT: "0", MQTT_PORT: "0", [name]: port });
  other.close();
  expect(code).toBe(1);
  expect(errors).toMatch(new RegExp(`^Port ${port} \\(${name}\\) is taken by another program, .*\\.\\n$`));
});
