import { randomUUID } from "node:crypto";
import { EVENTS_UNDER_WAY, eventAck, type Happening } from "@groundcrew/shared/link";
import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Clock } from "./clock.ts";
import type { UnnamedHappening } from "./happenings.ts";
import { parseJson, type Shelf } from "./state-file.ts";

export type Outbox = {
  add(happening: UnnamedHappening): void;
  /** Swaps that wait to be told. */
  untoldSwaps(): number;
  /** Begins to send, from the first event on. `send` says whether it could; what it could not is sent later. */
  open(send: (event: Happening) => boolean): void;
  /** Stops sending; what was sent without being acknowledged is sent again later. */
  close(): void;
  hear(ack: string): void;
};

/** Waits for an acknowledgement: at first, and at most. */
const AGAIN_MS = { first: 10 * SECOND_MS, longest: 120 * SECOND_MS } as const;

/** Sends what happened in the order of happening, and forgets nothing before the server has said that it has it. */
export function outboxOf({ shelf, clock }: { shelf: Shelf; clock: Clock }): Outbox {
  let send: ((event: Happening) => boolean) | null = null;
  let sent = 0;
  let waitMs: number = AGAIN_MS.first;
  let cancel = () => {};

  function sendMore(): void {
    if (!send) return;
    for (const event of shelf.events.slice(sent, EVENTS_UNDER_WAY)) {
      if (!send(event)) break;
      sent += 1;
    }
    cancel();
    if (shelf.events.length > 0) cancel = clock.after(waitMs, sendAgain);
  }

  function sendAgain(): void {
    sent = 0;
    waitMs = Math.min(2 * waitMs, AGAIN_MS.longest);
    sendMore();
  }

  return {
    add(happening) {
      shelf.add({ ...happening, event_id: randomUUID() });
      sendMore();
    },
    untoldSwaps: () => shelf.events.filter(({ kind }) => kind === "swap").length,
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
      sent -= shelf.events.slice(0, sent).filter(({ event_id }) => ids.has(event_id)).length;
      shelf.remove(read.data.ids);
      waitMs = AGAIN_MS.first;
      sendMore();
    },
  };
}
