import type { RelayOptions, Relay } from "../relay/index.ts";
import type { Given } from "./read-settings.ts";
import { isLoopback, keyFlaw } from "./schemas.ts";

/** STUN and TURN servers, which help browsers and stations connect to each other: external ones, or the server's own. */
export type RelaySettings =
  | { kind: "given"; relay: Relay }
  | {
      kind: "own";
      via: RelayOptions["via"];
      /** Local address to listen on. */
      host: string;
      port: number;
      /** Null for the host of the console's URL. */
      publicHost: string | null;
      peers: RelayOptions["peers"];
      path: string;
    };

/** `path` lists the folders that are searched for programs. */
export function readRelay({ mode, values, mistakes }: Given, path: string): RelaySettings {
  const { HOST, STUN_HOST, TURN_HOST } = values;
  const secret = values.TURN_SECRET ?? "";
  if (TURN_HOST !== null) {
    const flaw = secret === "" ? "is required with TURN_HOST: the relay's shared secret" : keyFlaw(secret);
    if (flaw !== null) mistakes.push(`TURN_SECRET ${flaw}.`);
  }
  if (STUN_HOST === null && TURN_HOST === null) {
    // Behind a proxy the console listens on the loopback address, but video does not pass through the proxy.
    const host = mode === "production" && isLoopback(HOST) ? "0.0.0.0" : HOST;
    return {
      kind: "own",
      via: values.RELAY,
      host: values.RELAY_ADDRESS ?? host,
      port: values.RELAY_PORT,
      publicHost: values.RELAY_HOST,
      peers: values.RELAY_PEERS,
      path,
    };
  }
  const { STUN_PORT, TURN_PORT, TURN_PROTOCOL } = values;
  return {
    kind: "given",
    relay: {
      stun: STUN_HOST === null ? null : { host: STUN_HOST, port: STUN_PORT },
      turn: TURN_HOST === null ? null : { host: TURN_HOST, port: TURN_PORT, protocol: TURN_PROTOCOL, secret },
    },
  };
}
