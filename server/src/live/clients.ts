import { Counter, Gauge } from "prom-client";
import { Problem } from "../platform/http/index.ts";
import type { LiveClient } from "./client.ts";

/** How many event streams there may be: for each session, for each user, and on this server. */
const STREAM_LIMITS = { session: 4, user: 20, server: 2_500 };
const RETRY_AFTER_S = 30;

const counted = new Set<ReadonlySet<LiveClient>>();

const streams = new Gauge({
  name: "groundcrew_live_event_streams",
  help: "Open streams of live changes.",
  collect() {
    streams.set([...counted].reduce((sum, { size }) => sum + size, 0));
  },
});

const refused = new Counter({
  name: "groundcrew_live_event_streams_refused_total",
  help: "Streams of live changes that were refused because of a limit.",
});

/** The clients with an open event stream, within their limits. */
export function openClients(limits = STREAM_LIMITS) {
  const clients = new Set<LiveClient>();
  const byName = new Map<string, Set<LiveClient>>();
  counted.add(clients);

  function count(isCounted: (client: LiveClient) => boolean): number {
    return [...clients].filter(isCounted).length;
  }

  function reachedLimit({ token, principal }: Pick<LiveClient, "token" | "principal">): string | null {
    if (clients.size >= limits.server) return "The server has too many event streams.";
    if (count((client) => client.token === token) >= limits.session) return "This session has too many event streams.";
    return count((client) => client.principal.id === principal.id) >= limits.user
      ? "This user has too many event streams."
      : null;
  }

  function remove(client: LiveClient): void {
    clients.delete(client);
    for (const name of client.names) {
      const naming = byName.get(name);
      naming?.delete(client);
      if (naming?.size === 0) byName.delete(name);
    }
  }

  return {
    all: (): ReadonlySet<LiveClient> => clients,
    /** Those that named a station. */
    naming: (station: string): Iterable<LiveClient> => byName.get(station) ?? [],
    /** Throws unless a session may open one more. */
    checkLimits(owner: Pick<LiveClient, "token" | "principal">): void {
      const sentence = reachedLimit(owner);
      if (sentence === null) return;
      refused.inc();
      throw new Problem(503, sentence, { headers: { "retry-after": String(RETRY_AFTER_S) } });
    },
    add(client: LiveClient): void {
      clients.add(client);
      for (const name of client.names) byName.set(name, new Set(byName.get(name)).add(client));
      client.body.once("close", () => remove(client));
    },
    stop: () => void counted.delete(clients),
  };
}

export type OpenClients = ReturnType<typeof openClients>;
