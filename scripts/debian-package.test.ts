import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { buildDebianPackage, UNITS } from "./debian-package.ts";
import { version } from "../server/src/platform/version.ts";
import { findProgram } from "./find-program.ts";

const scratch = mkdtempSync(join(tmpdir(), "groundcrew-debian-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const root = join(scratch, "root");
const at = (path: string) => join(root, path);

function dpkg(...args: string[]) {
  // The maintainer scripts run outside of the scratch root, with its path in DPKG_ROOT.
  const force = ["--force-script-chrootless", "--force-depends", "--force-not-root", "--force-unsafe-io"];
  const { status, stdout, stderr } = spawnSync("dpkg", [`--root=${root}`, ...force, ...args], { encoding: "utf8" });
  return { status, output: stdout + stderr };
}

/** Runs the installed command `groundcrew` with the paths of the scratch root, as a user of this machine. */
function runInstalled(...args: string[]) {
  chmodSync(scratch, 0o755);
  const script = readFileSync(at("usr/bin/groundcrew"), "utf8")
    .replaceAll(/\/(?:opt|etc|var\/lib)\/groundcrew/g, (path) => `${root}${path}`)
    .replace("--reuid=groundcrew --regid=groundcrew", "--reuid=nobody --regid=nogroup");
  return spawnSync("/bin/sh", ["-c", script, "groundcrew", ...args], { encoding: "utf8" });
}

// Only root can install files that belong to root.
test.runIf(findProgram(["dpkg"], ["/usr/bin"]) !== null && process.getuid?.() === 0)(
  "dpkg installs the package, its program runs, an upgrade keeps settings and key, and a purge keeps the data",
  async () => {
    const file = join(scratch, "groundcrew.deb");
    await buildDebianPackage({ file, compression: "none", report: () => {} });
    for (const folder of ["var/lib/dpkg/info", "var/lib/dpkg/updates", "etc"])
      mkdirSync(at(folder), { recursive: true });
    for (const name of ["status", "available"]) writeFileSync(at(`var/lib/dpkg/${name}`), "");

    const { status, output } = dpkg("--install", file);
    expect([status, output]).toEqual([0, expect.stringContaining(`Setting up groundcrew (${version()})`)]);
    expect(readFileSync(at("etc/passwd"), "utf8")).toContain("groundcrew:");
    const secretKey = readFileSync(at("etc/groundcrew/secret_key"), "utf8");
    expect(secretKey.trim()).toHaveLength(44);
    for (const path of ["etc/groundcrew", "etc/groundcrew/secret_key", "etc/groundcrew/groundcrew.env"]) {
      expect([path, statSync(at(path)).mode & 0o077]).toEqual([path, 0]);
    }
    for (const unit of UNITS) {
      expect(statSync(at(`usr/lib/systemd/system/${unit}`)).mode & 0o777).toBe(0o644);
    }
    const node = at("opt/groundcrew/node_modules/.bin/node");
    const help = spawnSync(node, [at("opt/groundcrew/bin/groundcrew.mjs"), "--help"], { encoding: "utf8" });
    expect([help.status, help.stdout]).toEqual([0, expect.stringContaining("backup")]);

    const env = `# Settings\nORIGIN=https://console.skyline.test\nMAIL_FROM="Skyline <console@skyline.test>"\nOPS_PORT=0\nPORT=x`;
    writeFileSync(at("etc/groundcrew/groundcrew.env"), env);
    mkdirSync(at("var/lib/groundcrew"));
    // The only mistake is the one that was made: everything else was read as the service reads it.
    const checked = runInstalled("doctor").stdout;
    expect(checked).toContain('PORT must be a whole number from 0 to 65535, not "x".');
    expect(checked.match(/^problem/gm)).toHaveLength(1);
    writeFileSync(at("etc/groundcrew/groundcrew.env"), env.replace("PORT=x", ""));
    expect(runInstalled("verify", "none.backup").stderr).toContain(`There is no file ${process.cwd()}/none.backup.`);
    expect(dpkg("--force-confold", "--install", file).status).toBe(0);
    expect(readFileSync(at("etc/groundcrew/secret_key"), "utf8")).toBe(secretKey);
    expect(readFileSync(at("etc/groundcrew/groundcrew.env"), "utf8")).toContain("skyline.test");

    expect(dpkg("--purge", "groundcrew").status).toBe(0);
    expect(["opt/groundcrew", "etc/groundcrew/groundcrew.env"].filter((path) => existsSync(at(path)))).toEqual([]);
    expect(["var/lib/groundcrew", "etc/groundcrew/secret_key"].filter((path) => existsSync(at(path)))).toHaveLength(2);
  },
);
