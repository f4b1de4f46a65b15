import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

/** A machine without a way out must hear of it soon. */
const PATIENCE = ["-o", "Acquire::http::Timeout=20", "-o", "Acquire::https::Timeout=20", "-o", "Acquire::Retries=1"];

/** Whether this is a Debian, or one of its children, where we may install packages. */
export function mayInstall(): boolean {
  return process.getuid?.() === 0 && existsSync("/etc/debian_version");
}

/** Installs a package of Debian; false when that does not work. */
export function install(name: string): boolean {
  return apt("update") && apt("install", "-y", "--no-install-recommends", name);
}

/**
 * Unpacks a package of Debian, with those it needs and the machine has not, into a folder, without installing it: no service is
 * started and nothing on the machine changes. False when that does not work. The folder is there whole or not at all.
 */
export function unpack(name: string, folder: string): boolean {
  mkdirSync(dirname(folder), { recursive: true });
  const work = mkdtempSync(`${folder}-`);
  try {
    const archives = join(work, "archives");
    mkdirSync(join(archives, "partial"), { recursive: true });
    const where = ["-o", `Dir::Cache::archives=${archives}`, "-o", "APT::Sandbox::User=root"];
    const download = ["install", "-y", "--no-install-recommends", "--download-only", ...where, name];
    if (!apt(...download) && !(apt("update") && apt(...download))) return false;
    const root = join(work, "root");
    const packages = readdirSync(archives).filter((file) => file.endsWith(".deb"));
    if (packages.length === 0 || !packages.every((file) => run("dpkg-deb", ["-x", join(archives, file), root])))
      return false;
    // Whoever was quicker has unpacked the same.
    if (!existsSync(folder)) renameSync(root, folder);
    return true;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function apt(...args: string[]): boolean {
  return run("apt-get", ["-q", ...PATIENCE, ...args]);
}

/** What a program says is shown only when it fails. */
function run(program: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", env });
  if (status === 0) return true;
  process.stderr.write(`${stdout ?? ""}${stderr ?? ""}`);
  return false;
}
