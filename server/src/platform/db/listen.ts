import { Client, escapeIdentifier } from "pg";
import { connectionOptions, endConnection } from "./pool.ts";

const FIRST_RETRY_MS = 200;
const LONGEST_RETRY_MS = 5_000;
/** How often a connection is checked, and how long the database may take to respond to anything. */
const CHECK_MS = 1_000;
const TIMEOUT_MS = 3_000;

type Listener = {
  /** Receives the payload of a notification, and null once after each (re)connect, because some may have been missed before it. */
  onNotify: (payload: string | null) => void;
  /** Called when the connection is lost, also when the database stops responding. From then on, notifications are missed. */
  onLost?: () => void;
};

/** Listens for notifications on a channel. Reconnects until stopped. */
export function listen(url: string, channel: string, { onNotify, onLost }: Listener) {
  let client: Client | null = null;
  /** The client once it listens. */
  let listening: Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let retryMs = FIRST_RETRY_MS;
  let isStopped = false;

  async function connect(): Promise<void> {
    const next = new Client({ ...connectionOptions(url), query_timeout: TIMEOUT_MS });
    client = next;
    let isLost = false;
    const handleLoss = () => {
      if (isLost) return;
      isLost = true;
      onLost?.();
      reconnect();
    };
    next.on("error", handleLoss);
    next.on("end", handleLoss);
    next.on("notification", ({ payload = "" }) => onNotify(payload));
    try {
      await next.connect();
      await next.query(`listen ${escapeIdentifier(channel)}`);
      retryMs = FIRST_RETRY_MS;
      if (isStopped) return;
      onNotify(null);
      listening = next;
      if (onLost) checkRegularly(next, { check: catchUp, onSilent: handleLoss });
    } catch {
      // The database is unavailable. The readiness check reports that; here it is enough to retry.
      handleLoss();
    }
  }

  function reconnect(): void {
    listening = null;
    if (client) void endConnection(client);
    client = null;
    if (isStopped) return;
    timer = setTimeout(() => void connect(), retryMs);
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
  }

  /**
   * Resolves once every notification that was committed before this call has been passed on: PostgreSQL sends those that wait before it
   * finishes a query. Rejects when the connection is lost.
   */
  const catchUp = shared(async () => {
    await listening?.query("select 1");
  });

  void connect();
  return {
    catchUp,
    async stop(): Promise<void> {
      isStopped = true;
      if (timer) clearTimeout(timer);
      if (client) await endConnection(client);
    },
  };
}

/** Runs `work` once for all calls that arrive while it is running for earlier ones. */
function shared(work: () => Promise<void>): () => Promise<void> {
  let running = Promise.resolve();
  let next: Promise<void> | null = null;
  return () => {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        running = work();
        return running;
      });
    return next;
  };
}

type Check = { check: () => Promise<void>; onSilent: () => void };

/** Checks a connection until it ends: one whose database vanished without closing it would otherwise go unnoticed for a minute. */
function checkRegularly(client: Client, { check, onSilent }: Check): void {
  const timer = setInterval(() => void check().catch(onSilent), CHECK_MS);
  client.once("end", () => clearInterval(timer));
}
