import { Gauge } from "prom-client";
import type { Part } from "../lib/index.ts";
import { tryAllocation, type TurnServer } from "./turn.ts";

/** A relay that this server runs, or one that is configured. */
type WatchedRelay = { kind: "stun" | "configured"; isUp: () => Promise<boolean> };

const relays = new Set<WatchedRelay>();

const relayUp: Gauge<"kind"> = new Gauge({
  name: "groundcrew_relay_up",
  help: "1 while the relay works, otherwise 0, by kind: stun, which this server runs, or configured (TURN_HOST). A TURN server works when it opens an allocation within 2 s.",
  labelNames: ["kind"],
  async collect() {
    const found = await Promise.all(
      [...relays].map(async ({ kind, isUp }) => ({ kind, value: (await isUp()) ? 1 : 0 })),
    );
    relayUp.reset();
    for (const { kind, value } of found) relayUp.set({ kind }, value);
  },
});

/** Includes a relay in the metrics. Returns a function that removes it. */
export function watchRelay(relay: WatchedRelay): () => void {
  relays.add(relay);
  return () => void relays.delete(relay);
}

/** Includes a configured TURN server in the metrics: whether it opens an allocation for this server. */
export function watchTurnServer(turn: TurnServer, now: () => number): Part {
  const isUp = () =>
    tryAllocation(turn, now()).then(
      () => true,
      () => false,
    );
  const unwatch = watchRelay({ kind: "configured", isUp });
  return { stop: async () => unwatch() };
}
