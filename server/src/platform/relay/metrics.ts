import { gaugesOf, type Part } from "../lib/index.ts";
import { tryAllocation, type TurnServer } from "./turn.ts";

/** A relay that this server runs, or one that is configured. */
type WatchedRelay = { kind: "stun" | "configured"; isUp: () => Promise<boolean> };

const relays = gaugesOf<WatchedRelay>();

relays.add(
  {
    name: "groundcrew_relay_up",
    help: "1 while the relay works, otherwise 0, by kind: stun, which this server runs, or configured (TURN_HOST). A TURN server works when it opens an allocation within 2 s.",
    labelNames: ["kind"],
  },
  async (up, { kind, isUp }) => up.set({ kind }, (await isUp()) ? 1 : 0),
);

/** Includes a relay in the metrics until it is stopped. */
export const watchRelay = relays.watch;

/** Includes a configured TURN server in the metrics: whether it opens an allocation for this server. */
export function watchTurnServer(turn: TurnServer, now: () => number): Part {
  const isUp = () =>
    tryAllocation(turn, now()).then(
      () => true,
      () => false,
    );
  return watchRelay({ kind: "configured", isUp });
}
