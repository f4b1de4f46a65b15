import { unit } from "../model/index.ts";
import type { Clock } from "../clock.ts";
import type { Connection } from "../connection.ts";
import type { FaultsNow } from "./follow.ts";

const KEY = { drop: 161, reorder: 162 } as const;

/** The way between a station and the server, on which messages may be lost, late, doubled and mixed up. */
export type Way = {
  /** Brings a message: at once and once when nothing is wrong. `bring` says whether it could. */
  carry(bring: () => boolean): boolean;
  /** A connection over this way. Only what is said when it leaves goes past it. */
  over(connection: Connection): Connection;
};

export function wayOf({ faults, clock, seed }: { faults: FaultsNow; clock: Clock; seed: number }): Way {
  let carried = 0;

  function carry(bring: () => boolean): boolean {
    const share = faults.of("drop")?.share ?? 0;
    const delayMs = faults.of("delay")?.ms ?? 0;
    const withinMs = faults.of("reorder")?.within_ms ?? 0;
    const times = 1 + (faults.of("duplicate")?.times ?? 0);
    if (share + delayMs + withinMs === 0 && times === 1) return bring();
    for (let copy = 0; copy < times; copy++) {
      carried += 1;
      if (unit(seed, KEY.drop, carried) < share) continue;
      // What is late when the connection has ended never arrives, as on a real way.
      clock.after(delayMs + withinMs * unit(seed, KEY.reorder, carried), () => void bring());
    }
    return true;
  }

  return {
    carry,
    over: (connection) => ({
      ...connection,
      publish(topic, payload) {
        // Copies do not wait for each other.
        let isFirst = true;
        return carry(() => {
          if (!isFirst) return connection.say(topic, payload);
          isFirst = false;
          return connection.publish(topic, payload);
        });
      },
      say: (topic, payload) => carry(() => connection.say(topic, payload)),
    }),
  };
}
