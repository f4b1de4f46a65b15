import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { version } from "../server/src/platform/version.ts";
import { refuseUntested } from "./deep/records.ts";
import { writeRelease } from "./release.ts";

const deploy = fileURLToPath(new URL("../deploy", import.meta.url));
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" };

export const UNITS = [
  "groundcrew.service",
  "groundcrew-doctor.service",
  "groundcrew-doctor.timer",
  "mosquitto-credentials.path",
  "mosquitto-credentials.service",
];

type Options = {
  /** Path of the package. */
  file: string;
  /** As `dpkg-deb -Z`: `zstd`, or `none`, which is faster. */
  compression: "zstd" | "none";
  report: (line: string) => void;
};

/** Builds a Debian package for this machine's kind of processor: a release in `/opt/groundcrew`, its units and its settings. */
export async function buildDebianPackage({ file, compression, report }: Options): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), "groundcrew-deb-"));
  try {
    mkdirSync(join(root, "opt"));
    await writeRelease(join(root, "opt/groundcrew"), report);
    addFiles(root);
    report(`Packing ${file}…`);
    const args = ["--root-owner-group", `-Z${compression}`, "--build", root, file];
    const { status, stderr } = spawnSync("dpkg-deb", args, { encoding: "utf8" });
    if (status !== 0) throw new Error(`dpkg-deb failed: ${stderr}`);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function addFiles(root: string): void {
  const units = join(root, "usr/lib/systemd/system");
  mkdirSync(units, { recursive: true });
  for (const name of UNITS) cpSync(join(deploy, "systemd", name), join(units, name));
  mkdirSync(join(root, "usr/bin"));
  cpSync(join(deploy, "systemd/groundcrew.sh"), join(root, "usr/bin/groundcrew"));
  mkdirSync(join(root, "usr/lib/sysusers.d"));
  cpSync(join(deploy, "systemd/groundcrew.sysusers.conf"), join(root, "usr/lib/sysusers.d/groundcrew.conf"));
  mkdirSync(join(root, "etc/groundcrew"), { recursive: true });
  const documents = join(root, "usr/share/doc/groundcrew");
  mkdirSync(documents, { recursive: true });
  cpSync(join(deploy, "systemd/groundcrew.env"), join(documents, "groundcrew.env"));
  cpSync(join(deploy, "../LICENSE"), join(documents, "copyright"));
  cpSync(join(deploy, "../CHANGELOG.md"), join(documents, "changelog.md"));

  cpSync(join(deploy, "debian"), join(root, "DEBIAN"), { recursive: true });
  const control = readFileSync(join(deploy, "debian/control"), "utf8");
  const architecture = ARCHITECTURES[process.arch] ?? process.arch;
  writeFileSync(
    join(root, "DEBIAN/control"),
    control.replace("VERSION", version()).replace("ARCHITECTURE", architecture).replace("SIZE", kibibytesIn(root)),
  );
  // dpkg-deb keeps the modes of files, whatever the umask was. Only root may read the settings.
  const open = ["usr", "opt", "DEBIAN", "etc"].map((folder) => join(root, folder));
  spawnSync("chmod", ["-R", "u=rwX,go=rX", root, ...open]);
  spawnSync("chmod", ["700", join(root, "etc/groundcrew")]);
}

/** How much of a disk a folder takes, as dpkg counts it. */
function kibibytesIn(folder: string): string {
  const { status, stdout, stderr } = spawnSync("du", ["--summarize", "--block-size=1024", folder], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`du failed: ${stderr}`);
  return stdout.split("\t")[0] ?? "";
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { untested: { type: "boolean" } } });
  const [file] = positionals;
  if (file === undefined) {
    console.error("Usage: npm run deb -- [--untested] FILE.deb");
    process.exit(2);
  }
  if (values.untested !== true) refuseUntested();
  await buildDebianPackage({ file, compression: "zstd", report: console.log });
}
