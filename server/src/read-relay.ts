import { isIP } from "node:net";
import type { OwnRelay, Relay } from "./relay/index.ts";
import { isLoopback, type SettingsReader } from "./read-settings.ts";
import { secretFlaw, SECRET_KEY_LENGTH } from "./weak-secrets.ts";

const MAX_PORT = 65_535;
const DEFAULT_PORT = 3_478;

/** Servers that help the two ends of a stream to find each other: given ones, or our own. */
export type RelaySettings =
  | { kind: "given"; relay: Relay }
  | {
      kind: "own";
      way: OwnRelay["way"];
      /** Address of this machine to listen on. */
      host: string;
      port: number;
      /** Null: the host of the console's address. */
      publicHost: string | null;
      peers: OwnRelay["peers"];
      path: string;
    };

type Mode = "demo" | "production";
/** `host` is the address the console listens on, `path` the folders that programs are looked for in. */
type Around = { mode: Mode; host: string; path: string };

export function readRelay(reader: SettingsReader, { mode, host: consoleHost, path }: Around): RelaySettings {
  const stun = readHost(reader, "STUN_HOST");
  const turn = readHost(reader, "TURN_HOST");
  const port = (name: "STUN_PORT" | "TURN_PORT" | "RELAY_PORT", min = 1) =>
    reader.integer(name, { min, max: MAX_PORT, fallback: DEFAULT_PORT });
  const [stunPort, turnPort, ownPort] = [port("STUN_PORT"), port("TURN_PORT"), port("RELAY_PORT", 0)];
  const protocol = reader.choice("TURN_PROTOCOL", ["udp", "tcp", "tls"], "udp");
  const way = reader.choice("RELAY", ["coturn", "direct"], "coturn");
  const peers = reader.choice("RELAY_PEERS", ["public", "private"], mode === "demo" ? "private" : "public");
  const publicHost = readHost(reader, "RELAY_HOST");
  const host = readAddress(reader, mode, consoleHost);
  const secret = readSecret(reader, turn);
  if (stun === null && turn === null) return { kind: "own", way, host, port: ownPort, publicHost, peers, path };
  return {
    kind: "given",
    relay: {
      stun: stun === null ? null : { host: stun, port: stunPort },
      turn: turn === null ? null : { host: turn, port: turnPort, protocol, secret },
    },
  };
}

function readHost(reader: SettingsReader, name: "STUN_HOST" | "TURN_HOST" | "RELAY_HOST"): string | null {
  const host = reader.text(name);
  if (host === null || (URL.canParse(`http://${host}/`) && /^[\w.-]+$|^\[[0-9a-f:]+\]$/i.test(host))) return host;
  reader.mistakes.push(`${name} must be a host name or an address alone, such as relay.example.com, not "${host}".`);
  return null;
}

/** Behind a proxy the console listens on the loopback address, and the video comes past the proxy. */
function readAddress(reader: SettingsReader, mode: Mode, consoleHost: string): string {
  const address = reader.text("RELAY_ADDRESS");
  if (address === null) return mode === "production" && isLoopback(consoleHost) ? "0.0.0.0" : consoleHost;
  if (isIP(address) === 0) {
    reader.mistakes.push(
      `RELAY_ADDRESS must be an IP address of this machine, or 0.0.0.0 for each of them, not "${address}".`,
    );
  } else if (mode === "demo" && !isLoopback(address)) {
    reader.mistakes.push(`RELAY_ADDRESS must be a loopback address such as 127.0.0.1 in demo mode, not "${address}".`);
  }
  return address;
}

function readSecret(reader: SettingsReader, turn: string | null): string {
  const secret = reader.text("TURN_SECRET") ?? "";
  if (turn === null) return secret;
  const flaw =
    secret === "" ? "is required with TURN_HOST: the relay's shared secret" : secretFlaw(secret, SECRET_KEY_LENGTH);
  if (flaw !== null) reader.mistakes.push(`TURN_SECRET ${flaw}.`);
  return secret;
}
