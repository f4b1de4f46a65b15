import { globSync } from "node:fs";
import { join } from "node:path";
import { sharedFolder } from "../server/src/platform/db/embedded/programs.ts";
import { mayInstall, unpack } from "./apt.ts";
import { findProgram, isProgram } from "./find-program.ts";

/** Paths of the programs of a replicated database, the folder of PostgreSQL's, and what they need in their environment. */
export type ClusterPrograms = {
  etcd: string;
  haproxy: string;
  patroni: string;
  pgbouncer: string;
  postgresql: string;
  env: Record<string, string>;
};

const FOLDERS = ["/usr/sbin", "/usr/local/sbin"];
const PACKAGES = ["etcd-server", "haproxy", "patroni", "pgbouncer", "postgresql"];

/** The programs that are installed, else Debian's packages unpacked into a folder that PostgreSQL's user can enter; null if some are missing. */
function findPrograms(unpacked: string): ClusterPrograms | null {
  const find = (name: string) =>
    findProgram([name], FOLDERS) ?? ["bin", "sbin"].map((bin) => join(unpacked, "usr", bin, name)).find(isProgram);
  const [etcd, haproxy, patroni, pgbouncer] = [find("etcd"), find("haproxy"), find("patroni"), find("pgbouncer")];
  const postgresql = [...installed(""), ...installed(unpacked)].find((bin) => isProgram(join(bin, "pg_rewind")));
  if (!etcd || !haproxy || !patroni || !pgbouncer || !postgresql) return null;
  const env = {
    LD_LIBRARY_PATH: globSync(join(unpacked, "usr/lib/*-linux-*")).join(":"),
    PYTHONPATH: join(unpacked, "usr/lib/python3/dist-packages"),
  };
  return { etcd, haproxy, patroni, pgbouncer, postgresql, env };
}

/** The folders of PostgreSQL's programs below a root folder, the newest version first. */
function installed(root: string): string[] {
  return globSync(`${root}/usr/lib/postgresql/*/bin`).toSorted().toReversed();
}

/** Finds the programs of a replicated database or downloads Debian's; throws an error that says how to install them. */
export function ensurePatroni(): ClusterPrograms {
  const folder = join(sharedFolder(), "patroni");
  const found = findPrograms(folder) ?? (mayInstall() && unpack(PACKAGES, folder) ? findPrograms(folder) : null);
  if (found !== null) return found;
  throw new Error(
    `This test needs Patroni and what belongs to it: apt-get install ${PACKAGES.join(" ")} on Debian 12.`,
  );
}
