import { SECOND_MS } from "@groundcrew/shared/lib";
import { z } from "zod";
import type { Clock } from "../clock.ts";
import type { Connection } from "../connection.ts";
import { randomUnit } from "../model/index.ts";
import type { ActiveFaults } from "./track-faults.ts";

const KEY = { drop: 161, reorder: 162 } as const;

/** The path between a station and the server, on which messages can be lost, delayed, duplicated and reordered. */
export type Transport = {
  /** Delivers a message: at once and once if no fault is active. `send` returns false if it could not send it. */
  deliver(send: () => boolean): boolean;
  /** A connection whose messages go through this transport, except the death message of `leave`. */
  wrap(connection: Connection): Connection;
};

export function faultyTransport({
  faults,
  clock,
  seed,
}: {
  faults: ActiveFaults;
  clock: Clock;
  seed: number;
}): Transport {
  let messageCount = 0;

  function deliver(send: () => boolean): boolean {
    const share = faults.get("drop")?.share ?? 0;
    const delayMs = faults.get("delay")?.ms ?? 0;
    const withinMs = faults.get("reorder")?.within_ms ?? 0;
    const times = 1 + (faults.get("duplicate")?.times ?? 0);
    if (share + delayMs + withinMs === 0 && times === 1) return send();
    for (let copy = 0; copy < times; copy++) {
      messageCount += 1;
      if (randomUnit(seed, KEY.drop, messageCount) < share) continue;
      // A delayed message is lost when the connection ends, as on a real network.
      clock.after(delayMs + withinMs * randomUnit(seed, KEY.reorder, messageCount), () => void send());
    }
    return true;
  }

  return {
    deliver,
    wrap: (connection) => ({
      ...connection,
      publish(topic, payload) {
        // Duplicates do not wait for the acknowledgement of the first.
        let isFirst = true;
        return deliver(() => {
          if (!isFirst) return connection.publishPipelined(topic, payload);
          isFirst = false;
          return connection.publish(topic, payload);
        });
      },
      publishPipelined: (topic, payload) => deliver(() => connection.publishPipelined(topic, payload)),
    }),
  };
}

const withOccurred = z.looseObject({ occurred: z.number() });
const withSnapshot = z.looseObject({ snapshot: z.looseObject({ time: z.number() }) });

/** A message with every time in it shifted, as a station sends it whose clock is ahead by `aheadMs`. */
export function skewed(message: unknown, aheadMs: number): unknown {
  if (aheadMs === 0) return message;
  const event = withOccurred.safeParse(message);
  if (event.success) return { ...event.data, occurred: event.data.occurred + aheadMs };
  const { success, data } = withSnapshot.safeParse(message);
  if (!success) return message;
  return { ...data, snapshot: { ...data.snapshot, time: data.snapshot.time + aheadMs / SECOND_MS } };
}
