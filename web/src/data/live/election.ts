const LOCK = "groundcrew-live";

/**
 * Decides which tab of the browser has the stream: the one with a lock. Where a page may not use locks, as without HTTPS, each tab has its
 * own.
 */
export class Election {
  readonly #onChange: (isLeader: boolean) => void;
  /** Aborted to withdraw a request for the lock. */
  #request: AbortController | null = null;
  #release: (() => void) | null = null;

  constructor(onChange: (isLeader: boolean) => void) {
    this.#onChange = onChange;
  }

  get isLeader(): boolean {
    return this.#release !== null;
  }

  /** From now on this tab wants to lead, and does as soon as no other tab does. */
  join(): void {
    if (this.#request) return;
    const request = new AbortController();
    this.#request = request;
    const lead = () =>
      new Promise<void>((resolve) => {
        if (request.signal.aborted) return resolve();
        this.#release = resolve;
        this.#onChange(true);
      });
    if (!hasTabs()) return void lead();
    // Rejected when it is withdrawn.
    navigator.locks.request(LOCK, { signal: request.signal }, lead).catch(() => {});
  }

  /** This tab no longer wants to lead. If it does, the next one takes its place. */
  leave(): void {
    this.#request?.abort();
    this.#request = null;
    const release = this.#release;
    this.#release = null;
    if (!release) return;
    this.#onChange(false);
    release();
  }
}

/** True if the tabs of this browser can share a stream. */
export function hasTabs(): boolean {
  return "locks" in navigator && typeof BroadcastChannel !== "undefined";
}
