import { spawn, spawnSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseEnv } from "node:util";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { settings } from "../server/src/platform/config/index.ts";
import { freePort } from "../server/test/free-port.ts";
import { findProgram } from "./find-program.ts";
import { writeRelease } from "./release.ts";

const units = fileURLToPath(new URL("../deploy/systemd", import.meta.url));
const read = (name: string) => readFileSync(join(units, name), "utf8");
const ADMIN = { ADMIN_EMAIL: "admin@skyline.test", ADMIN_PASSWORD: "seven purple kettles humming" };
/** Part of `npm run test:deep installation`, because it installs a whole release. */
const INSTALLATIONS = Number(process.env["INSTALLATIONS"] ?? 0);
/** Whose rights the service has in this test, which may run as root. */
const NOBODY = 65_534;

// A mkdtemp folder has mode 0700, which another user cannot enter.
const scratch = join(tmpdir(), `groundcrew-installed-${randomUUID()}`);
mkdirSync(scratch);
afterAll(() => {
  spawnSync("chmod", ["-R", "u+w", scratch]);
  rmSync(scratch, { recursive: true, force: true });
});

/** The values of a key in a unit, in order. */
function valuesOf(unit: string, key: string): string[] {
  return read(unit)
    .split("\n")
    .flatMap((line) => (line.startsWith(`${key}=`) ? line.slice(key.length + 1) : []));
}

const analyze = findProgram(["systemd-analyze"], ["/usr/bin"]);

test.runIf(analyze !== null)("systemd finds no mistake in the units", () => {
  const root = join(scratch, "systemd");
  cpSync("/lib/systemd/system", join(root, "lib/systemd/system"), { recursive: true, verbatimSymlinks: true });
  cpSync(units, join(root, "etc/systemd/system"), { recursive: true });
  const names = globSync("*.{service,timer,path}", { cwd: units });
  expect(names.toSorted()).toHaveLength(5);
  for (const program of names.flatMap((unit) => [...valuesOf(unit, "ExecStart"), ...valuesOf(unit, "ExecStartPost")])) {
    const path = join(root, program.split(" ")[0] ?? "");
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "#!/bin/sh\n", { mode: 0o755 });
  }
  const { stdout, stderr, status } = spawnSync(analyze ?? "", ["verify", "--man=no", `--root=${root}`, ...names], {
    encoding: "utf8",
  });
  expect([stdout, stderr, status]).toEqual(["", "", 0]);
});

test.runIf(analyze !== null)("the exposure of the service is at most 2.5 of 10 by systemd's own measure", () => {
  const args = ["security", "--offline=yes", "--threshold=25", join(units, "groundcrew.service")];
  const { stdout, status } = spawnSync(analyze ?? "", args, { encoding: "utf8" });
  expect([stdout.split("\n").at(-2), status]).toEqual([expect.stringContaining("exposure level"), 0]);
});

test("the units and the sample of their settings name settings that exist", () => {
  // NODE_EXTRA_CA_CERTS is read by Node itself.
  const known = new Set<string>(["NODE_EXTRA_CA_CERTS", ...settings.flatMap(({ name }) => [name, `${name}_FILE`])]);
  const sample = [...read("groundcrew.env").matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = ""]) => name);
  const inUnits = valuesOf("groundcrew.service", "Environment").flatMap((line) =>
    line.split(" ").map((each) => each.split("=")[0] ?? ""),
  );
  expect(sample.length).toBeGreaterThan(5);
  expect([...sample, ...inUnits].filter((name) => !known.has(name))).toEqual([]);
});

test("the unit that reloads Mosquitto has no limit of starts, which many changed passwords in a row would reach", () => {
  expect(valuesOf("mosquitto-credentials.service", "StartLimitIntervalSec")).toEqual(["0"]);
});

test("a shorter stop than the server needs is not configured", () => {
  const [seconds] = valuesOf("groundcrew.service", "TimeoutStopSec");
  expect(Number(seconds)).toBeGreaterThan(20);
});

test.runIf(INSTALLATIONS > 0 && process.platform === "linux")(
  "the command of the unit runs a release that it cannot write to, in production, which makes backups",
  async () => {
    const installed = await installRelease();
    const port = await freePort();
    const settingsOf = environmentOf("groundcrew.service", installed, {
      ORIGIN: "https://console.example.com",
      ...ADMIN,
    });
    const env = {
      ...settingsOf,
      PORT: String(port),
      OPS_PORT: String(await freePort()),
      MQTT_PORT: "0",
      RELAY_PORT: "0",
    };
    const server = run(commandOf("groundcrew.service", installed), env);
    const status = () =>
      fetch(`http://127.0.0.1:${env.OPS_PORT}/readyz`).then(
        (reply) => reply.status,
        () => server.output(),
      );
    await expect.poll(status, { timeout: 120_000 }).toBe(200);
    const page = await fetch(`http://127.0.0.1:${port}/`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<title>Groundcrew</title>")]);

    const backups = () => globSync("groundcrew-*.backup", { cwd: installed.backups });
    await expect.poll(backups, { timeout: 120_000 }).toHaveLength(1);

    server.child.kill("SIGTERM");
    expect([await server.ended, server.output()]).toEqual([0, expect.stringContaining("Stopping…")]);
  },
  // It writes a release of 420 MB, which takes minutes on a busy machine.
  600_000,
);

/** Folders of an installation. */
type Installed = { program: string; state: string; backups: string; secretKey: string };

async function installRelease(): Promise<Installed> {
  const program = join(scratch, "opt");
  await writeRelease(program, () => {});
  expect(readdirSync(program)).toEqual(expect.arrayContaining(["SECURITY.md", "sbom.cdx.json"]));
  const readme = readFileSync(join(program, "README.md"), "utf8");
  const linked = [...readme.matchAll(/\]\(([\w./-]+)\)/g)].map(([, path]) => path ?? "");
  expect(linked.length).toBeGreaterThan(0);
  expect(linked.filter((path) => !existsSync(join(program, path)))).toEqual([]);
  spawnSync("chmod", ["-R", "a-w,a+rX", program]);
  const [state, backups] = [join(scratch, "state"), join(scratch, "backups")];
  const secretKey = join(scratch, "secret_key");
  writeFileSync(secretKey, randomBytes(32).toString("base64url"));
  for (const folder of [state, backups]) {
    mkdirSync(folder);
    if (process.getuid?.() === 0) chownSync(folder, NOBODY, NOBODY);
  }
  return { program, state, backups, secretKey };
}

/** A text of a unit with the folders of this test. */
function placed(text: string, { program, state, backups, secretKey }: Installed): string {
  return text
    .replaceAll("/opt/groundcrew", program)
    .replaceAll("/var/lib/groundcrew-backups", backups)
    .replaceAll("/var/lib/groundcrew", state)
    .replaceAll("%d/secret_key", secretKey)
    .replaceAll("%%", "%");
}

function commandOf(unit: string, installed: Installed): string {
  return placed(valuesOf(unit, "ExecStart")[0] ?? "", installed);
}

/** What systemd sets for a unit: its own variables and those of the sample, some of them with other values. */
function environmentOf(unit: string, installed: Installed, changed: Record<string, string>): Record<string, string> {
  const own = valuesOf(unit, "Environment").flatMap((line) => line.split(" "));
  const text = placed(own.join("\n"), installed);
  const variables = { ...parseEnv(read("groundcrew.env")), ...parseEnv(text), ...changed };
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value ?? ""]));
}

/** Runs a command with nothing but these variables, in another user's name when this one is root. */
function run(command: string, env: Record<string, string>) {
  const asNobody = process.getuid?.() === 0 ? `setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups ` : "";
  const child = spawn("/bin/sh", ["-c", `exec ${asNobody}${command}`], {
    cwd: env["DATA_DIR"],
    env: { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", ...env },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (more) => (output += more));
  afterAll(() => void child.kill("SIGKILL"));
  const ended = once(child, "close").then(([code, signal]) => code ?? signal);
  return { child, ended, output: () => output };
}
