import type { RelayOptions } from "../src/platform/relay/open-relay.ts";

/** A relay of coturn, as tests open it. */
export const RELAY: RelayOptions = {
  host: "127.0.0.1",
  port: 0,
  publicHost: "console.skyline.test",
  via: "coturn",
  peers: "public",
  path: "",
  dataDir: "/nowhere",
  secretKey: "a key for tests",
  now: () => Date.now(),
};

/** What coturn itself is started with. */
export const COTURN = {
  host: "0.0.0.0",
  port: 3_478,
  relayAddress: "203.0.113.5",
  externalAddress: null,
  secret: "s3cret",
  folder: "/data/relay",
  user: null,
};
