import { expect, test } from "vitest";
import { cmd, commands, MESSAGE_LIMITS } from "./index.ts";

test("every command has the name of its key", () => {
  for (const [name, command] of Object.entries(commands)) expect(command.name).toBe(name);
});

test("the largest command fits into a message", () => {
  const uploads = Array.from({ length: 32 }, () => ({ camera: "c".repeat(64), url: `http://x/${"u".repeat(1_900)}` }));
  const data = { lights_on: true, uploads };
  expect(commands.capture.data.safeParse(data).success).toBe(true);
  const id = "i".repeat(64);
  const message = { v: 1, id, name: "capture", instance: id, expires_at: Number.MAX_SAFE_INTEGER, data };
  expect(cmd.safeParse(message).success).toBe(true);
  expect(JSON.stringify(message).length).toBeLessThan(MESSAGE_LIMITS.bytes);
});

test.each([
  { lights_on: true, uploads: [] },
  { lights_on: "on", uploads: [{ camera: "cam0", url: "http://x/" }] },
  { lights_on: true, uploads: [{ camera: "cam0", url: "not an address" }] },
  { lights_on: true, uploads: [{ camera: "", url: "http://x/" }] },
])("a capture command without usable content is invalid: %j", (data) => {
  expect(commands.capture.data.safeParse(data).success).toBe(false);
});
