import { MINUTE_MS } from "@groundcrew/shared/lib";
import { LRUCache } from "lru-cache";
import type { Part } from "../lib/index.ts";
import { listen } from "./listen.ts";

/** Values read from the database, by key. */
export type NotifiedCache<V> = {
  get(key: string): V | undefined;
  /** Reads a value and stores it, unless something changed while it was read. */
  load(key: string, read: () => Promise<V | undefined>): Promise<V | undefined>;
};

/** Caches that forget everything when a notification on their channel says that something in them has changed. */
export type NotifiedCaches = {
  /** A cache of at most `max` values. */
  open<V extends object>(max: number): NotifiedCache<V>;
  /** Resolves once the caches reflect every change that was committed before this call. Never rejects. */
  settle: () => Promise<void>;
};

/** Limits how long a value is used after a change that sends no notification, such as one made with triggers disabled. */
const LONGEST_MS = MINUTE_MS;

/**
 * Opens caches whose values are invalidated by notifications on a channel. A value is outdated for no longer than a notification takes to arrive.
 * While the connection that listens is down, or the database does not respond, nothing is stored and nothing is found.
 */
export function notifiedCaches({ url, channel }: { url: string; channel: string }): NotifiedCaches & Part {
  const caches: { clear(): void }[] = [];
  let changes = 0;
  let isListening = false;

  function forget(): void {
    changes += 1;
    for (const cache of caches) cache.clear();
  }

  const listening = listen(url, channel, {
    onNotify(payload) {
      // Only a new connection has no payload.
      if (payload === null) isListening = true;
      forget();
    },
    onLost() {
      isListening = false;
      forget();
    },
  });

  return {
    open<V extends object>(max: number): NotifiedCache<V> {
      const values = new LRUCache<string, V>({ max, ttl: LONGEST_MS });
      caches.push(values);
      return {
        get: (key) => values.get(key),
        async load(key, read) {
          const before = changes;
          const value = await read();
          if (value === undefined) values.delete(key);
          if (value !== undefined && isListening && changes === before) values.set(key, value);
          return value;
        },
      };
    },
    async settle() {
      if (isListening) await listening.catchUp().catch(forget);
    },
    stop: () => listening.stop(),
  };
}

/** A cache that stores nothing. */
export function noCache<V>(): NotifiedCache<V> {
  return { get: () => undefined, load: (_, read) => read() };
}
