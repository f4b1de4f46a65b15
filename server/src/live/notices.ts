import type { LiveTopic } from "@groundcrew/shared/contract";
import type { LiveNotice } from "@groundcrew/shared/live";

/** Above this many, stations are no longer named. */
const MAX_NAMED = 200;

/** Notices that a client has not been sent yet, each once. Their number is limited, however long the client takes. */
export class PendingNotices {
  #stations = new Map<LiveTopic, Set<string | null>>();
  #count = 0;

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  add({ topic, station }: LiveNotice): void {
    const named = this.#stations.get(topic) ?? new Set();
    this.#stations.set(topic, named);
    // A notice without a station is about all of them.
    if (named.has(null) || named.has(station)) return;
    if (station === null || this.#count >= MAX_NAMED) return this.#addAll(topic, named.size);
    named.add(station);
    this.#count++;
  }

  /** Returns all of them, and forgets them. */
  take(): LiveNotice[] {
    const notices = [...this.#stations].flatMap(([topic, stations]) =>
      [...stations].map((station) => ({ topic, station })),
    );
    this.#stations = new Map();
    this.#count = 0;
    return notices;
  }

  #addAll(topic: LiveTopic, before: number): void {
    this.#stations.set(topic, new Set([null]));
    this.#count += 1 - before;
  }
}
