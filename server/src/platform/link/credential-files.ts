import { createHmac } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { TOPICS, topicOf, type Topic } from "@groundcrew/shared/link";
import { hashSecret, isForMosquitto, secretMatches } from "./station-secret.ts";

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
      else log.warn({ path }, "the MQTT broker was not signalled to reload its credentials: it is not running");
    } catch (error) {
      log.warn({ err: error, path }, "the MQTT broker could not be signalled to reload its credentials");
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

/** A station that may connect, with its secret as `hashSecret` stores it. */
export type Credential = { name: string; hash: string };

/** The servers' own login at the broker. */
export type ServerLogin = { user: string; password: string };

/**
 * Mosquitto's password file: one line for the servers, one for each station in service, and one for the canary. Stations whose secret is stored in the legacy
 * form, or that have the servers' user name, get no line and are rejected. `current` is the existing file; its line for the servers is
 * reused while the password is the same, because a new salt would change the file.
 */
function passwordFile(stations: readonly Credential[], login: ServerLogin, current: string): string {
  const accepted = stations.filter(
    ({ name, hash }) => name !== login.user && name !== canaryUser(login) && isForMosquitto(hash),
  );
  const lines = accepted.map(({ name, hash }) => `${name}:${hash}\n`);
  const text = `${login.user}:${serverHash(login, current)}\n${lines.join("")}`;
  const canary = canaryOf(text, login);
  const isSame = withoutCanary(current, login).text === text;
  const line = isSame ? withoutCanary(current, login).line : null;
  return `${text}${line ?? `${canary.user}:${hashSecret(canary.password)}\n`}`;
}

/** A login that a broker accepts only if it has read the newest password file. It may use no station's topics. */
type Canary = { user: string; password: string };

/** The canary in the password file that was written last, by any server; null while there is none. */
export async function writtenCanary({ folder, login }: Pick<CredentialFilesOptions, "folder" | "login">) {
  const { text, line } = withoutCanary(await readText(join(folder, "passwords")), login);
  return line === null ? null : canaryOf(text, login);
}

/** Its password depends on the rest of the file, so it changes with it, and every server knows it. */
function canaryOf(text: string, login: ServerLogin): Canary {
  const password = createHmac("sha256", login.password).update(text).digest("base64url");
  return { user: canaryUser(login), password };
}

function canaryUser({ user }: ServerLogin): string {
  return `${user}-canary`;
}

/** A password file without the line of the canary, and that line; null if it has none. */
function withoutCanary(file: string, login: ServerLogin): { text: string; line: string | null } {
  const at = file.lastIndexOf(`\n${canaryUser(login)}:`) + 1;
  return at === 0 ? { text: file, line: null } : { text: file.slice(0, at), line: file.slice(at) };
}

/** Mosquitto's access file. Topics and directions are from the same table as for the embedded broker. */
function accessFile({ user }: ServerLogin): string {
  return [
    "# Generated by the server; changes are overwritten. A station may use its own topics only, as the protocol says.",
    `user ${user}`,
    ...rules("topic", "+", { station: "read", server: "write" }),
    "",
    ...rules("pattern", "%u", { station: "write", server: "read" }),
    "",
  ].join("\n");
}

function rules(
  kind: "topic" | "pattern",
  station: string,
  permissions: Record<"station" | "server", string>,
): string[] {
  return topics().map((topic) => `${kind} ${permissions[TOPICS[topic]]} ${topicOf(station, topic)}`);
}

function topics(): Topic[] {
  return Object.keys(TOPICS).filter((topic): topic is Topic => Object.hasOwn(TOPICS, topic));
}

function serverHash({ user, password }: ServerLogin, current: string): string {
  const found = current.split("\n").find((line) => line.startsWith(`${user}:`));
  const hash = found?.slice(user.length + 1) ?? "";
  return secretMatches(password, hash) && isForMosquitto(hash) ? hash : hashSecret(password);
}
