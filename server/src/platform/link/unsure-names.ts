import { SECOND_MS } from "@groundcrew/shared/lib";

/** Names that were sent this long before a connection was lost may not have arrived. */
const UNSURE_MS = 10 * SECOND_MS;
/** The most that are remembered, the latest ones. */
const UNSURE_MAX = 10_000;

/** Sends names over a connection, and remembers those that may not have arrived. `send` returns false if it has not sent one. */
export function unsureNames(send: (name: string) => boolean) {
  /** When each was sent, in that order; Infinity if it has to be sent again, however late. */
  const sentAt = new Map<string, number>();

  function put(name: string): void {
    sentAt.delete(name);
    sentAt.set(name, send(name) ? performance.now() : Infinity);
  }

  function forgetSure(): void {
    const before = performance.now() - UNSURE_MS;
    for (const [name, at] of sentAt) {
      if (at >= before) return;
      sentAt.delete(name);
    }
  }

  return {
    send(name: string): void {
      forgetSure();
      put(name);
      const [oldest] = sentAt.keys();
      if (sentAt.size > UNSURE_MAX && oldest !== undefined) sentAt.delete(oldest);
    },
    /** Keeps what may not have arrived until the connection is made again. */
    lost(): void {
      forgetSure();
      for (const name of sentAt.keys()) sentAt.set(name, Infinity);
    },
    connected(): void {
      const names = [...sentAt.keys()];
      for (const name of names) put(name);
    },
    /** Sends a receiver that has just come what it may have missed. */
    joined(): void {
      forgetSure();
      for (const name of sentAt.keys()) send(name);
    },
  };
}
