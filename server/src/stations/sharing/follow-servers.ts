import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { gaps } from "./metrics.ts";
import type { RowMessage } from "./row-messages.ts";

/** A server that is silent for so long is missed. */
const SILENT_MS = 3 * SECOND_MS;
/** For how long a server is missed that does not return, and what is known of a server is kept. */
const KEPT_MS = 10 * MINUTE_MS;

/** `sequence` is that of the last message; null for a server that only the database has shown. */
type Followed = { sequence: number | null; at: number; hasStopped: boolean };

/** Records which servers send what they write, and notices when messages of one are missing. `clock` is in ms. */
export function followServers(clock: () => number) {
  const servers = new Map<string, Followed>();
  const isSending = ({ sequence, at, hasStopped }: Followed) =>
    !hasStopped && sequence !== null && clock() - at <= SILENT_MS;

  return {
    /** Records a message. False if others of the same server before it are missing, or none is known. */
    note({ server, sequence, kind }: Pick<RowMessage, "server" | "sequence" | "kind">): boolean {
      const before = servers.get(server)?.sequence ?? null;
      servers.set(server, { sequence, at: clock(), hasStopped: kind === "stopped" });
      if (before !== null && sequence !== before + 1) gaps.inc();
      return before !== null && sequence === before + 1;
    },
    /** Records the servers that have written states according to the database. Those that have sent nothing are missed. */
    noteWriters: (writers: Iterable<string>): void => {
      for (const writer of writers) {
        if ((servers.get(writer)?.sequence ?? null) !== null) continue;
        servers.set(writer, { sequence: null, at: clock(), hasStopped: false });
      }
    },
    /** How many servers send. */
    count: (): number => [...servers.values()].filter(isSending).length,
    /** Whether all servers that write send it. */
    areReceived(): boolean {
      const now = clock();
      for (const [server, { at }] of servers) if (now - at > KEPT_MS) servers.delete(server);
      return [...servers.values()].every((one) => one.hasStopped || isSending(one));
    },
  };
}
