import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const ALLOCATOR = fileURLToPath(new URL("allocator.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "groundcrew-test-"));
const program = join(folder, "program.mjs");
writeFileSync(
  program,
  `const { env, execArgv, argv, pid } = process;
  console.log(JSON.stringify({ tunables: env.GLIBC_TUNABLES ?? null, options: execArgv.slice(0, 1), args: argv.slice(2), pid }));`,
);
afterAll(() => rmSync(folder, { recursive: true }));

/** What a program sees that is started after the settings of the allocator. */
function start(env: Record<string, string>) {
  const options = ["--max-semi-space-size=16", `--import=${ALLOCATOR}`];
  const { stdout, stderr, pid } = spawnSync(process.execPath, [...options, program, "--help"], {
    env,
    encoding: "utf8",
  });
  return { pid, stderr, seen: JSON.parse(stdout) };
}

test.runIf(process.platform === "linux")(
  "a program gets settings for glibc and stays the same process, with its options",
  () => {
    const { pid, stderr, seen } = start({});
    const tunables = expect.stringContaining("glibc.malloc.arena_max=2:");
    expect(seen).toEqual({ tunables, options: ["--max-semi-space-size=16"], args: ["--help"], pid });
    expect(stderr).toBe("");
  },
);

test("settings for glibc that exist already are kept", () => {
  const tunables = "glibc.malloc.arena_max=4";
  expect(start({ GLIBC_TUNABLES: tunables }).seen.tunables).toBe(tunables);
});
