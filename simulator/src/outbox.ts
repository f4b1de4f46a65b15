import { randomUUID } from "node:crypto";
import { EVENTS_IN_FLIGHT, eventAck, type StationEvent } from "@groundcrew/shared/link";
import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Clock } from "./clock.ts";
import type { UnnamedEvent } from "./events-of.ts";
import { parseJson, type OutboxStore } from "./state-file.ts";

export type Outbox = {
  add(stationEvent: UnnamedEvent): void;
  /** Swaps that wait to be told. */
  unsentSwaps(): number;
  /** Begins to send, from the first event on. `send` says whether it could; what it could not is sent later. */
  open(send: (event: StationEvent) => boolean): void;
  /** Stops sending; what was sent without being acknowledged is sent again later. */
  close(): void;
  hear(ack: string): void;
};

/** Waits for an acknowledgement: at first, and at most. */
const AGAIN_MS = { first: 10 * SECOND_MS, longest: 120 * SECOND_MS } as const;

/** Sends what happened in the order of stationEvent, and forgets nothing before the server has said that it has it. */
export function outboxOf({ outboxStore, clock }: { outboxStore: OutboxStore; clock: Clock }): Outbox {
  let send: ((event: StationEvent) => boolean) | null = null;
  let sent = 0;
  let waitMs: number = AGAIN_MS.first;
  let cancel = () => {};

  function sendMore(): void {
    if (!send) return;
    for (const event of outboxStore.events.slice(sent, EVENTS_IN_FLIGHT)) {
      if (!send(event)) break;
      sent += 1;
    }
    cancel();
    if (outboxStore.events.length > 0) cancel = clock.after(waitMs, sendAgain);
  }

  function sendAgain(): void {
    sent = 0;
    waitMs = Math.min(2 * waitMs, AGAIN_MS.longest);
    sendMore();
  }

  return {
    add(stationEvent) {
      outboxStore.add({ ...stationEvent, event_id: randomUUID() });
      sendMore();
    },
    unsentSwaps: () => outboxStore.events.filter(({ kind }) => kind === "swap").length,
    open(how) {
      send = how;
      sent = 0;
      waitMs = AGAIN_MS.first;
      sendMore();
    },
    close() {
      cancel();
      send = null;
    },
    hear(payload) {
      const read = eventAck.safeParse(parseJson(payload));
      if (!read.success) return;
      const ids = new Set(read.data.ids);
      sent -= outboxStore.events.slice(0, sent).filter(({ event_id }) => ids.has(event_id)).length;
      outboxStore.remove(read.data.ids);
      waitMs = AGAIN_MS.first;
      sendMore();
    },
  };
}
