import { TOPICS, topicOf, type Topic } from "@groundcrew/shared/link";
import { hashSecret, isForMosquitto, secretMatches } from "./station-secret.ts";

/** A station that may connect, with its secret as `hashSecret` stores it. */
export type Credential = { name: string; hash: string };

/** What the servers themselves connect with. */
export type ServerLogin = { user: string; password: string };

/**
 * Mosquitto's password file: the servers and every station in service, a line each. A station without a line is not let in: one whose
 * secret is still stored in the earlier form, or that is called like the servers. `before` is the file as it stands, of which
 * the servers' line is kept as long as it is right, so that nothing changes without need.
 */
export function passwordFile(stations: readonly Credential[], login: ServerLogin, before: string): string {
  const taken = stations.filter(({ name, hash }) => name !== login.user && isForMosquitto(hash));
  const lines = taken.map(({ name, hash }) => `${name}:${hash}\n`);
  return `${login.user}:${serverHash(login, before)}\n${lines.join("")}`;
}

/** Mosquitto's access file: the servers in every station's branch, each station in its own, by the same table as at our own broker. */
export function accessFile({ user }: ServerLogin): string {
  return [
    "# Written by the server, and again when it starts. A station may do in its own branch what the protocol says and nothing else.",
    `user ${user}`,
    ...rules("topic", "+", { station: "read", server: "write" }),
    "",
    ...rules("pattern", "%u", { station: "write", server: "read" }),
    "",
  ].join("\n");
}

function rules(word: "topic" | "pattern", station: string, rights: Record<"station" | "server", string>): string[] {
  return topics().map((topic) => `${word} ${rights[TOPICS[topic]]} ${topicOf(station, topic)}`);
}

function topics(): Topic[] {
  return Object.keys(TOPICS).filter((word): word is Topic => Object.hasOwn(TOPICS, word));
}

function serverHash({ user, password }: ServerLogin, before: string): string {
  const found = before.split("\n").find((line) => line.startsWith(`${user}:`));
  const hash = found?.slice(user.length + 1) ?? "";
  return secretMatches(password, hash) && isForMosquitto(hash) ? hash : hashSecret(password);
}
