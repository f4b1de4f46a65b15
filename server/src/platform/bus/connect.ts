import { hash } from "node:crypto";
import { SECOND_MS } from "@groundcrew/shared/lib";
import type { ConnectionOptions, NatsConnection } from "@nats-io/transport-node";

const TIMEOUT_MS = 3 * SECOND_MS;
/** A NATS that hangs is noticed within 6 s. */
const PING_EVERY_MS = 2 * SECOND_MS;
const MAX_UNANSWERED_PINGS = 2;
const PREFIX_LENGTH = 24;

type ConnectOptions = Pick<ConnectionOptions, "name" | "inboxPrefix">;

/** Connects to one of the addresses of NATS_URL. The connection is not made again when it ends. */
export async function connect(urls: string, options: ConnectOptions): Promise<NatsConnection> {
  // Only loaded with NATS.
  const nats = await import("@nats-io/transport-node");
  return nats.connect({
    ...addresses(urls),
    ...options,
    noEcho: true,
    reconnect: false,
    timeout: TIMEOUT_MS,
    pingInterval: PING_EVERY_MS,
    maxPingOut: MAX_UNANSWERED_PINGS,
  });
}

/** Rejects with the reason if NATS does not accept this server. */
export async function tryConnection(urls: string): Promise<void> {
  const connection = await connect(urls, { name: "groundcrew doctor" });
  await connection.close();
}

/** The beginning of the subjects of an installation: so that several can share NATS, a hash of its secret key is a part of it. */
export function subjectPrefix(secretKey: string): string {
  return `groundcrew.${hash("sha256", secretKey).slice(0, PREFIX_LENGTH)}`;
}

/** The login is that of the first address: a user with a password, or a token alone. */
function addresses(urls: string): ConnectionOptions {
  const all = urls.split(",").map((url) => new URL(url));
  const [user = "", pass = ""] = [all[0]?.username ?? "", all[0]?.password ?? ""].map(decodeURIComponent);
  const login = pass === "" ? { token: user } : { user, pass };
  // Without the option, the client would also accept a server without TLS.
  const isSecure = all.some(({ protocol }) => protocol === "tls:");
  return { servers: all.map(({ host }) => host), ...(user !== "" && login), ...(isSecure && { tls: {} }) };
}
