import { Client, escapeIdentifier } from "pg";
import { connectionOptions, endConnection } from "./pool.ts";

const FIRST_RETRY_MS = 200;
const LONGEST_RETRY_MS = 5_000;

/**
 * Listens for notifications on a channel. `onNotify` receives the payload, and null once after each (re)connect, because notifications
 * may have been missed before it. Reconnects until stopped.
 */
export function listen(url: string, channel: string, onNotify: (payload: string | null) => void) {
  let client: Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let retryMs = FIRST_RETRY_MS;
  let isStopped = false;

  async function connect(): Promise<void> {
    const next = new Client(connectionOptions(url));
    client = next;
    let isLost = false;
    const handleLoss = () => {
      if (isLost) return;
      isLost = true;
      reconnect();
    };
    next.on("error", handleLoss);
    next.on("end", handleLoss);
    next.on("notification", ({ payload = "" }) => onNotify(payload));
    try {
      await next.connect();
      await next.query(`listen ${escapeIdentifier(channel)}`);
      retryMs = FIRST_RETRY_MS;
      if (!isStopped) onNotify(null);
    } catch {
      // The database is unavailable. The readiness check reports that; here it is enough to retry.
      handleLoss();
    }
  }

  function reconnect(): void {
    void client?.end();
    client = null;
    if (isStopped) return;
    timer = setTimeout(() => void connect(), retryMs);
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
  }

  void connect();
  return {
    async stop(): Promise<void> {
      isStopped = true;
      if (timer) clearTimeout(timer);
      if (client) await endConnection(client);
    },
  };
}
