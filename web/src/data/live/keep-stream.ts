import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { pageMs } from "../clock/index.ts";
import type { LossReason } from "./connection.ts";
import type { RawEvent } from "./events.ts";
import { isCovered, type TabNeeds } from "./needs.ts";
import { readStream, type StreamEnd } from "./read-stream.ts";
import { retryDelay } from "./retry.ts";

/** Needs that arrive together, as when a page is opened, open the stream again once. */
const GROWTH_DELAY_MS = 100;
/** Parts that are no longer needed are sent for this long, because the next page often needs the same. */
const SHRINK_DELAY_MS = MINUTE_MS;
/** A stream that lasted this long was not a failure. */
const LASTED_MS = 10 * SECOND_MS;

/** The one who uses the stream. */
export type StreamUser = {
  /** The needs to open the stream for; null while it has to wait for the list that it continues. */
  needs: () => TabNeeds | null;
  /** The stream is about to be opened for `needs`. Returns the event that it continues from. */
  onOpening: (needs: TabNeeds) => string | null;
  onReceived: () => void;
  onEvent: (event: RawEvent) => void;
  /** There is no stream. The next attempt is at the page's time `retryMs`. */
  onLost: (reason: LossReason, retryMs: number) => void;
  /** The session or its rights may have changed. */
  recheckSession: () => Promise<void>;
};

/** Keeps a stream open until it is stopped: opens it again when it ends, and when more is needed. */
export class StreamKeeper {
  readonly #user: StreamUser;
  readonly #stopped = new AbortController();
  readonly #pause = new Pause();
  #open: { needs: TabNeeds; control: AbortController; suspected: AbortController } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;

  constructor(user: StreamUser) {
    this.#user = user;
    void this.#run();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#stopped.abort();
    this.#pause.end();
  }

  /** Connects now instead of waiting. */
  retry(): void {
    this.#failures = 0;
    if (this.#open === null) this.#pause.end();
  }

  /** Ends a stream on which nothing arrives, before its time limit. */
  giveUp(): void {
    this.#open?.suspected.abort();
  }

  /** Opens the stream again if it lacks something now. */
  needsChanged(): void {
    clearTimeout(this.#timer);
    if (this.#open === null) return this.#pause.endIfWaitingForNeeds();
    const needs = this.#user.needs();
    if (!needs) return;
    const hasAll = isCovered(needs, this.#open.needs);
    if (hasAll && isCovered(this.#open.needs, needs)) return;
    this.#timer = setTimeout(() => this.#reopen(), hasAll ? SHRINK_DELAY_MS : GROWTH_DELAY_MS);
  }

  #reopen(): void {
    if (this.#user.needs()) this.#open?.control.abort();
  }

  async #run(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      const needs = this.#user.needs();
      if (needs) await this.#once(needs);
      else await this.#pause.untilNeeds();
    }
  }

  /** One stream, and the wait after it. */
  async #once(needs: TabNeeds): Promise<void> {
    const control = new AbortController();
    const startedMs = pageMs();
    const suspected = new AbortController();
    this.#open = { needs, control, suspected };
    const end = await readStream(needs, {
      lastEventId: this.#user.onOpening(needs),
      signal: AbortSignal.any([control.signal, this.#stopped.signal]),
      suspected: suspected.signal,
      onReceived: this.#user.onReceived,
      onEvent: this.#user.onEvent,
    });
    this.#open = null;
    if (control.signal.aborted || this.#stopped.signal.aborted) return;
    if (pageMs() - startedMs >= LASTED_MS || end.kind === "bye") this.#failures = 0;
    const delayMs = retryDelay({ failures: this.#failures, ...askedDelay(end) }, Math.random());
    this.#failures += 1;
    this.#user.onLost(lossIn(end), pageMs() + delayMs);
    if (concernsSession(end)) await this.#user.recheckSession();
    if (!this.#stopped.signal.aborted) await this.#pause.for(delayMs);
  }
}

function askedDelay(end: StreamEnd): { withinMs?: number; afterMs?: number | null } {
  if (end.kind === "bye") return { withinMs: end.withinMs };
  return end.kind === "refused" ? { afterMs: end.retryAfterMs } : {};
}

/** A server that is starting or behind a proxy without one is not reached; any other status is its answer. */
function lossIn(end: StreamEnd): LossReason {
  if (end.kind === "lost") return end.reason;
  if (end.kind === "bye") return end.reason === "unavailable" ? "unavailable" : "broken";
  return end.status >= 500 && end.retryAfterMs === null ? "broken" : "refused";
}

function concernsSession(end: StreamEnd): boolean {
  if (end.kind === "bye") return end.reason === "session" || end.reason === "rights";
  return end.kind === "refused" && (end.status === 401 || end.status === 403);
}

/** A wait that can be ended. */
class Pause {
  #end: (() => void) | null = null;
  #isForNeeds = false;

  for(ms: number): Promise<void> {
    return this.#wait(ms, false);
  }

  untilNeeds(): Promise<void> {
    return this.#wait(null, true);
  }

  end(): void {
    this.#end?.();
  }

  endIfWaitingForNeeds(): void {
    if (this.#isForNeeds) this.end();
  }

  #wait(ms: number | null, isForNeeds: boolean): Promise<void> {
    this.#isForNeeds = isForNeeds;
    return new Promise((resolve) => {
      const timer = ms === null ? undefined : setTimeout(resolve, ms);
      this.#end = () => {
        clearTimeout(timer);
        this.#end = null;
        resolve();
      };
    });
  }
}
