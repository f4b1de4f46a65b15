import { createHmac } from "node:crypto";
import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import type { TurnServers } from "@groundcrew/shared/streams";
import type { Relay } from "../relay/index.ts";

/** Credentials are valid for new connections for this long; open connections continue. */
const CREDENTIAL_MS = 10 * MINUTE_MS;

/**
 * The STUN and TURN servers for one end of a stream, with short-lived credentials of its own: the user name is the expiry time and the
 * password a signature of it, so that the relay needs no accounts (draft-uberti-behave-turn-rest).
 */
export function turnServersFor(
  { stun, turn }: Relay,
  { stream, end, now }: { stream: string; end: "viewer" | "station"; now: number },
): TurnServers {
  const expires = Math.floor((now + CREDENTIAL_MS) / SECOND_MS);
  const username = `${expires}:${stream}-${end}`;
  return {
    stun_url: stun?.host ?? null,
    stun_port: stun?.port ?? null,
    turn_protocol: turn?.protocol ?? null,
    turn_url: turn?.host ?? null,
    turn_port: turn?.port ?? null,
    username: turn && username,
    credential: turn && createHmac("sha1", turn.secret).update(username).digest("base64"),
  };
}
