import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { accessFile, passwordFile, type Credential, type ServerLogin } from "./mosquitto-files.ts";

export type CredentialFilesOptions = {
  /** Created when it does not exist. */
  folder: string;
  login: ServerLogin;
  /** File with the process ID of the Mosquitto on this machine; null when something else makes it reload. */
  pidFile: string | null;
  log: Logger;
};

/** Mosquitto's password and access files. */
export type CredentialFiles = {
  /** Updates each file atomically, and makes the broker reload when something has changed. */
  write(stations: readonly Credential[]): Promise<void>;
};

export function credentialFiles({ folder, login, pidFile, log }: CredentialFilesOptions): CredentialFiles {
  return {
    async write(stations) {
      const paths = { passwords: join(folder, "passwords"), access: join(folder, "access") };
      const current = await readText(paths.passwords);
      const isAccessWritten = await replace(paths.access, accessFile(login));
      const arePasswordsWritten = await replace(paths.passwords, passwordFile(stations, login, current), current);
      if (!isAccessWritten && !arePasswordsWritten) return;
      log.info({ folder, stations: stations.length }, "the credentials for the MQTT broker were written");
      if (pidFile !== null) await reloadBroker(pidFile);
    },
  };

  async function reloadBroker(path: string): Promise<void> {
    const pid = Number(await readText(path));
    try {
      if (await isBroker(pid)) process.kill(pid, "SIGHUP");
      else log.warn({ path }, "the MQTT broker was not told to reload its credentials: it is not running");
    } catch (error) {
      log.warn({ err: error, path }, "the MQTT broker could not be told to reload its credentials");
    }
  }
}

/** Whether a process is a broker. The ID in a stale file may belong to another process by now, which the signal would end. */
async function isBroker(pid: number): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  if (process.platform !== "linux") return true;
  return (await readText(`/proc/${pid}/comm`)).startsWith("mosquitto");
}

/** Replaces a file's content atomically; false when it is the same. The broker's group may read the file. */
async function replace(path: string, text: string, current?: string): Promise<boolean> {
  if (text === (current ?? (await readText(path)))) return false;
  await mkdir(join(path, ".."), { recursive: true, mode: 0o750 });
  const temporary = `${path}.${process.pid}`;
  try {
    await writeFile(temporary, text, { mode: 0o640, flush: true });
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
  return true;
}

/** The text of a file; empty when there is none. */
async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}
