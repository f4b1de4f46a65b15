import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";
import type { Environment } from "./read-settings.ts";

const production = {
  GROUNDCREW_MODE: "production",
  ORIGIN: "https://console.skyline.test",
  SECRET_KEY: "Wq3vN8pXz5Lr1Tb7Ky4Hd9Jm2Sc6Fg0A",
  ADMIN_EMAIL: "ada@skyline.test",
  ADMIN_PASSWORD: "a lantern over nine hills",
};

function relayOf(env: Environment) {
  return readConfig(env).relay;
}

test("a STUN server and a relay are accepted, the relay with its secret", () => {
  const TURN_SECRET = "Rk7mZt2Qw9Lx4Vb8Nc5Hj1Pd6Sf3Ga0Y";
  const env = {
    STUN_HOST: "stun.skyline.test",
    TURN_HOST: "192.0.2.7",
    TURN_PORT: "443",
    TURN_PROTOCOL: "tls",
    TURN_SECRET,
  };
  const stun = { host: "stun.skyline.test", port: 3_478 };
  const turn = { host: "192.0.2.7", port: 443, protocol: "tls", secret: TURN_SECRET };
  expect(relayOf(env)).toEqual({ kind: "given", relay: { stun, turn } });
});

test("without them the server has a STUN server of its own", () => {
  const env = { RELAY_PORT: "0", RELAY_ADDRESS: "127.0.0.5", RELAY_HOST: "relay.skyline.test" };
  expect(relayOf(env)).toEqual({ kind: "own", host: "127.0.0.5", port: 0, publicHost: "relay.skyline.test" });
});

test.each([
  [{}, "0.0.0.0"],
  [{ HOST: "127.0.0.1" }, "0.0.0.0"],
  [{ HOST: "10.0.0.5" }, "10.0.0.5"],
  [{ HOST: "127.0.0.1", RELAY_ADDRESS: "10.0.0.5" }, "10.0.0.5"],
  [{ RELAY_ADDRESS: "::" }, "::"],
])("in production with %j the STUN server listens on %s", (env, host) => {
  expect(relayOf({ ...production, ...env })).toMatchObject({ kind: "own", host });
});

test("the STUN server listens on an address, not on a name", () => {
  const sentence =
    'RELAY_ADDRESS must be an IP address of this machine, or 0.0.0.0 for each of them, not "relay.skyline.test".';
  expect(() => relayOf({ ...production, RELAY_ADDRESS: "relay.skyline.test" })).toThrow(new ConfigError(sentence));
});

test.each([
  [{ TURN_HOST: "relay.skyline.test" }, "TURN_SECRET is required with TURN_HOST: the relay's shared secret."],
  [{ TURN_HOST: "relay.skyline.test", TURN_SECRET: "short" }, "TURN_SECRET must have at least 32 characters."],
  [
    { STUN_HOST: "stun:relay.skyline.test:3478" },
    'STUN_HOST must be a host name or an address alone, such as relay.example.com, not "stun:relay.skyline.test:3478".',
  ],
  [{ TURN_PROTOCOL: "quic" }, 'TURN_PROTOCOL must be udp, tcp or tls, not "quic".'],
])("an incomplete or invalid relay is refused: %j", (env, sentence) => {
  expect(() => relayOf(env)).toThrow(new ConfigError(sentence));
});
