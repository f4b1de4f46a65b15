import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { accessFile, passwordFile, type Credential, type ServerLogin } from "./mosquitto-files.ts";

export type CredentialFilesOptions = {
  /** Where they lie; need not exist yet. */
  folder: string;
  login: ServerLogin;
  /** File with the number of the Mosquitto process that reads them on this machine; null when something else tells it to. */
  pidFile: string | null;
  log: Logger;
};

/** The files from which a Mosquitto knows who may connect and what they may do. */
export type CredentialFiles = {
  /** Brings them up to date, whole or not at all, and has the broker read them again when something has changed. */
  write(stations: readonly Credential[]): Promise<void>;
};

export function credentialFiles({ folder, login, pidFile, log }: CredentialFilesOptions): CredentialFiles {
  return {
    async write(stations) {
      const paths = { passwords: join(folder, "passwords"), access: join(folder, "access") };
      const before = await readText(paths.passwords);
      const hasRights = await replace(paths.access, accessFile(login));
      const hasPasswords = await replace(paths.passwords, passwordFile(stations, login, before), before);
      if (!hasRights && !hasPasswords) return;
      log.info({ folder, stations: stations.length }, "the credentials for the MQTT broker were written");
      if (pidFile !== null) await tell(pidFile);
    },
  };

  async function tell(path: string): Promise<void> {
    const pid = Number(await readText(path));
    try {
      if (await isBroker(pid)) process.kill(pid, "SIGHUP");
      else log.warn({ path }, "the MQTT broker was not told of new credentials: it does not run");
    } catch (error) {
      log.warn({ err: error, path }, "the MQTT broker could not be told of new credentials");
    }
  }
}

/** Whether a process is a broker: a file left behind may name one that is something else by now, which the signal would end. */
async function isBroker(pid: number): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  if (process.platform !== "linux") return true;
  return (await readText(`/proc/${pid}/comm`)).startsWith("mosquitto");
}

/** Puts a text in the place of what a file holds; false when it holds that already. The broker's group may read it. */
async function replace(path: string, text: string, before?: string): Promise<boolean> {
  if (text === (before ?? (await readText(path)))) return false;
  await mkdir(join(path, ".."), { recursive: true, mode: 0o750 });
  const draft = `${path}.${process.pid}`;
  try {
    await writeFile(draft, text, { mode: 0o640, flush: true });
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  return true;
}

/** The text of a file, nothing when there is none. */
async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}
