import { Counter, Gauge } from "prom-client";

/** A relay that this server runs. */
type WatchedRelay = { kind: "coturn" | "stun"; isUp: () => boolean };

const relays = new Set<WatchedRelay>();

const relayUp: Gauge<"kind"> = new Gauge({
  name: "groundcrew_relay_up",
  help: "1 while the relay that this server runs works, otherwise 0, by kind: coturn, stun. None for a configured relay.",
  labelNames: ["kind"],
  collect() {
    relayUp.reset();
    for (const { kind, isUp } of relays) relayUp.set({ kind }, isUp() ? 1 : 0);
  },
});

/** Times that coturn has ended and was started again. */
export const relayRestarts = new Counter({
  name: "groundcrew_relay_restarts_total",
  help: "Times that coturn has ended and was started again.",
});

/** Includes a relay in the metrics. Returns a function that removes it. */
export function watchRelay(relay: WatchedRelay): () => void {
  relays.add(relay);
  return () => void relays.delete(relay);
}
