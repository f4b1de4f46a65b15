import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

/** Short timeouts, so that a machine without internet access fails quickly. */
const TIMEOUTS = ["-o", "Acquire::http::Timeout=20", "-o", "Acquire::https::Timeout=20", "-o", "Acquire::Retries=1"];

/** Whether this is Debian or a derivative, and this user may install packages. */
export function mayInstall(): boolean {
  return process.getuid?.() === 0 && existsSync("/etc/debian_version");
}

/** Installs a Debian package. Returns false if that fails. */
export function install(name: string): boolean {
  return apt("update") && apt("install", "-y", "--no-install-recommends", name);
}

/**
 * Unpacks Debian packages and their missing dependencies into a folder without installing them, so that no service is started. Returns
 * false if that fails. The folder is created completely or not at all.
 */
export function unpack(names: string | readonly string[], folder: string): boolean {
  mkdirSync(dirname(folder), { recursive: true });
  const work = mkdtempSync(`${folder}-`);
  try {
    const archives = join(work, "archives");
    mkdirSync(join(archives, "partial"), { recursive: true });
    const options = ["-o", `Dir::Cache::archives=${archives}`, "-o", "APT::Sandbox::User=root"];
    const download = ["install", "-y", "--no-install-recommends", "--download-only", ...options].concat(names);
    if (!apt(...download) && !(apt("update") && apt(...download))) return false;
    const root = join(work, "root");
    const packages = readdirSync(archives).filter((file) => file.endsWith(".deb"));
    if (packages.length === 0 || !packages.every((file) => run("dpkg-deb", ["-x", join(archives, file), root])))
      return false;
    // A parallel run may have unpacked the same package first.
    if (!existsSync(folder)) renameSync(root, folder);
    return true;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Writes a wrapper script that runs a program with the libraries unpacked beside it. Returns its folder; it has the program's name. */
export function withLibraries(program: string, unpacked: string): string {
  const folder = join(unpacked, "run");
  const script = join(folder, basename(program));
  const libraries = globSync(join(unpacked, "usr/lib/*-linux-*{,/blas,/lapack,/pulseaudio}")).join(":");
  mkdirSync(folder, { recursive: true });
  writeFileSync(script, `#!/bin/sh\nLD_LIBRARY_PATH='${libraries}' exec '${program}' "$@"\n`);
  chmodSync(script, 0o755);
  return folder;
}

function apt(...args: string[]): boolean {
  return run("apt-get", ["-q", ...TIMEOUTS, ...args]);
}

/** Prints the output of a program only if it fails. */
function run(program: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", env });
  if (status === 0) return true;
  process.stderr.write(`${stdout ?? ""}${stderr ?? ""}`);
  return false;
}
