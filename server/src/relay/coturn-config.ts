/** The settings that coturn's configuration is made from. */
export type CoturnSettings = {
  /** Address that it listens on; `0.0.0.0` is all of them. */
  host: string;
  port: number;
  /** Address of this machine from which video is relayed. */
  relayAddress: string;
  /** The public address for `relayAddress` behind NAT; null without NAT. */
  externalAddress: string | null;
  secret: string;
  /** Whether it may relay to private networks, where browsers and stations of the same site are. */
  peers: "public" | "private";
  /** Folder for its files. */
  folder: string;
  /** User it runs as; null for the current user. */
  user: string | null;
};

const NEVER = ["0.0.0.0-0.255.255.255", "127.0.0.0-127.255.255.255", "169.254.0.0-169.254.255.255"];
const SPECIAL = [
  "192.0.0.0-192.0.0.255",
  "192.0.2.0-192.0.2.255",
  "192.88.99.0-192.88.99.255",
  "198.18.0.0-198.19.255.255",
  "198.51.100.0-198.51.100.255",
  "203.0.113.0-203.0.113.255",
  "224.0.0.0-255.255.255.255",
];
const PRIVATE = [
  "10.0.0.0-10.255.255.255",
  "100.64.0.0-100.127.255.255",
  "172.16.0.0-172.31.255.255",
  "192.168.0.0-192.168.255.255",
];
/** Includes the ranges that embed an IPv4 address, which would bypass the IPv4 rules: ::/96, mapped, NAT64, Teredo and 6to4. */
const NEVER_6 = [
  "::-::ffff:ffff",
  "::ffff:0.0.0.0-::ffff:255.255.255.255",
  "64:ff9b::-64:ff9b:1:ffff:ffff:ffff:ffff:ffff",
  "100::-100::ffff:ffff:ffff:ffff",
  "2001::-2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff",
  "2002::-2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
  "fe80::-febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
  "ff00::-ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
];
const PRIVATE_6 = ["fc00::-fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"];

/**
 * coturn's configuration: it relays only for clients with valid credentials, and not to internal addresses. Its own address is allowed,
 * because two clients that both need the relay meet there.
 */
export function coturnConfig(settings: CoturnSettings): string {
  const { host, port, relayAddress, externalAddress, secret, peers, folder, user } = settings;
  const denied = [...NEVER, ...SPECIAL, ...NEVER_6, ...(peers === "public" ? [...PRIVATE, ...PRIVATE_6] : [])];
  const lines = [
    ...(host === "0.0.0.0" || host === "::" ? [] : [`listening-ip=${host}`]),
    `listening-port=${port}`,
    `relay-ip=${relayAddress}`,
    ...(externalAddress === null ? [] : [`external-ip=${externalAddress}/${relayAddress}`]),
    "min-port=49160",
    "max-port=49959",
    "fingerprint",
    "use-auth-secret",
    `static-auth-secret=${secret}`,
    "realm=groundcrew",
    "stale-nonce=600",
    // One viewer or station opens an allocation for each of its network interfaces.
    "user-quota=12",
    "total-quota=1200",
    "max-bps=400000",
    // Clients are not offered TCP, because another program may use the TCP port of the same number.
    "no-tcp",
    "no-tcp-relay",
    "no-multicast-peers",
    "no-cli",
    "no-tls",
    "no-dtls",
    "no-rfc5780",
    "no-stun-backward-compatibility",
    "response-origin-only-with-rfc5780",
    ...denied.map((range) => `denied-peer-ip=${range}`),
    `allowed-peer-ip=${relayAddress}`,
    ...(user === null ? [] : [`proc-user=${user}`]),
    `userdb=${folder}/turndb`,
    `pidfile=${folder}/turnserver.pid`,
    "log-file=stdout",
    "simple-log",
  ];
  return `${lines.join("\n")}\n`;
}
