import type { SettingsReader } from "./read-settings.ts";
import { secretFlaw, SECRET_KEY_LENGTH } from "./weak-secrets.ts";

const MAX_PORT = 65_535;
const DEFAULT_PORT = 3_478;

/** Servers that help the two ends of a stream to find each other; null for each that there is none of. */
export type RelaySettings = {
  stun: { host: string; port: number } | null;
  turn: { host: string; port: number; protocol: "udp" | "tcp" | "tls"; secret: string } | null;
};

export function readRelay(reader: SettingsReader): RelaySettings {
  const stun = readHost(reader, "STUN_HOST");
  const turn = readHost(reader, "TURN_HOST");
  const port = (name: "STUN_PORT" | "TURN_PORT") =>
    reader.integer(name, { min: 1, max: MAX_PORT, fallback: DEFAULT_PORT });
  const [stunPort, turnPort] = [port("STUN_PORT"), port("TURN_PORT")];
  const protocol = reader.choice("TURN_PROTOCOL", ["udp", "tcp", "tls"], "udp");
  const secret = readSecret(reader, turn);
  return {
    stun: stun === null ? null : { host: stun, port: stunPort },
    turn: turn === null ? null : { host: turn, port: turnPort, protocol, secret },
  };
}

function readHost(reader: SettingsReader, name: "STUN_HOST" | "TURN_HOST"): string | null {
  const host = reader.text(name);
  if (host === null || (URL.canParse(`http://${host}/`) && /^[\w.-]+$|^\[[0-9a-f:]+\]$/i.test(host))) return host;
  reader.mistakes.push(`${name} must be a host name or an address alone, such as relay.example.com, not "${host}".`);
  return null;
}

function readSecret(reader: SettingsReader, turn: string | null): string {
  const secret = reader.text("TURN_SECRET") ?? "";
  if (turn === null) return secret;
  const flaw =
    secret === "" ? "is required with TURN_HOST: the relay's shared secret" : secretFlaw(secret, SECRET_KEY_LENGTH);
  if (flaw !== null) reader.mistakes.push(`TURN_SECRET ${flaw}.`);
  return secret;
}
