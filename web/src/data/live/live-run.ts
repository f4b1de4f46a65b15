import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { LIVE_HEARTBEAT_S } from "@groundcrew/shared/live";
import { pageMs } from "../clock/index.ts";
import { randomToken } from "../../lib/index.ts";
import type { ConnectionStore } from "./connection-store.ts";
import type { LossReason } from "./connection.ts";
import { Election, hasTabs } from "./election.ts";
import type { LiveEvent, RawEvent } from "./events.ts";
import type { FeedEvent } from "./feed.ts";
import { StreamKeeper } from "./keep-stream.ts";
import { needsOf, unionOf, type LiveNeed, type TabNeeds } from "./needs.ts";
import type { NoticeRequests } from "./notices.ts";
import { NEEDS_EVERY_MS, OtherTabs } from "./other-tabs.ts";
import { openTabChannel, type LeadStatus, type TabChannel, type TabMessage } from "./tab-channel.ts";
import { EventTaker } from "./take-events.ts";

/** The leader reports its connection this often, and another tab that receives no report for longer requests its data itself. */
const STATUS_EVERY_MS = 2 * SECOND_MS;
const LEADER_LOST_MS = 5 * SECOND_MS;
/** When a request is not answered and nothing has arrived on the stream for longer than the server is ever silent, nothing will. */
const SUSPECTED_MS = (LIVE_HEARTBEAT_S + 2) * SECOND_MS;
/** A hidden browser keeps its stream for this long. */
const HIDDEN_MS = MINUTE_MS;
const TICK_MS = SECOND_MS;

export type RunOptions = {
  /** Tabs of other users are ignored. */
  viewer: string;
  store: ConnectionStore;
  /** True if live changes are switched off in this browser. */
  isOff: () => boolean;
  notices: NoticeRequests;
  /** The needs of the parts of this tab's page. */
  needs: () => LiveNeed[];
  onFeed: (event: FeedEvent) => void;
  recheckSession: () => Promise<void>;
};

/** Live changes in this tab while a user is logged in. One visible tab of the browser, the leader, has the stream and shares its events. */
export class LiveRun {
  readonly #options: RunOptions;
  readonly #others = new OtherTabs();
  readonly #channel: TabChannel;
  readonly #taker: EventTaker;
  readonly #election = new Election((isLeader) => this.#handleLead(isLeader));
  readonly #listeners = new AbortController();
  readonly #timer = setInterval(() => this.#tick(), TICK_MS);
  #keeper: StreamKeeper | null = null;
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  /** When the needs were last reported to other tabs, and when the leader's status was last sent or received. */
  #needsMs = pageMs();
  #statusMs = pageMs();
  /** True if there was a stream before, so that something may have been missed when there is one again. */
  #mayHaveMissed = false;

  constructor(options: RunOptions) {
    this.#options = options;
    this.#taker = new EventTaker(options);
    this.#channel = openTabChannel({ viewer: options.viewer, tab: randomToken() }, (message, tab) =>
      this.#handleMessage(message, tab),
    );
    const { signal } = this.#listeners;
    document.addEventListener("visibilitychange", () => this.#handleVisibility(), { signal });
    window.addEventListener("online", () => this.retry(), { signal });
    window.addEventListener("pagehide", () => this.#leave(), { signal });
    window.addEventListener("pageshow", () => this.#handleVisibility(), { signal });
    this.switched();
  }

  stop(): void {
    this.#listeners.abort();
    clearInterval(this.#timer);
    clearTimeout(this.#hiddenTimer);
    this.#leave();
    this.#channel.close();
    this.#options.store.reset(this.#options.isOff());
  }

  needsChanged(): void {
    this.#sendNeeds();
    this.#keeper?.needsChanged();
  }

  /** Connects now instead of waiting. */
  retry(): void {
    if (this.#keeper) this.#keeper.retry();
    else this.#channel.send({ kind: "retry" });
  }

  /** A request of this tab was not answered. What that says about the connection is true for all tabs. */
  unanswered(): void {
    this.#channel.send({ kind: "unanswered" });
    this.#handleUnanswered();
  }

  #handleUnanswered(): void {
    const { store } = this.#options;
    if (!store.isOpen) return store.dispatch({ kind: "unanswered" });
    if (store.receivedAgoMs() > SUSPECTED_MS) this.#keeper?.giveUp();
  }

  /** Live changes may have been switched on or off in this browser. */
  switched(): void {
    this.#taker.forget();
    this.#mayHaveMissed = false;
    this.#options.store.reset(this.#options.isOff());
    this.#handleVisibility();
  }

  #leave(): void {
    this.#election.leave();
    this.#channel.send({ kind: "gone" });
  }

  #handleVisibility(): void {
    const { store } = this.#options;
    clearTimeout(this.#hiddenTimer);
    if (store.isOff) return this.#leave();
    this.#sendNeeds();
    if (document.hidden) return this.#handleHidden();
    if (!store.isOpen) {
      if (store.receivedAgoMs() > HIDDEN_MS) this.#taker.forget();
      store.dispatch({ kind: "restarted", isOff: false });
      this.#statusMs = pageMs();
    }
    // Other listeners first request what is due, and the stream continues from there.
    this.#hiddenTimer = setTimeout(() => this.#election.join());
  }

  #handleHidden(): void {
    const canHandOver = hasTabs() && this.#others.isOneVisible;
    if (!this.#election.isLeader || canHandOver) return this.#election.leave();
    this.#hiddenTimer = setTimeout(() => this.#election.leave(), HIDDEN_MS);
  }

  #handleLead(isLeader: boolean): void {
    this.#keeper?.stop();
    this.#keeper = null;
    if (this.#options.store.isOpen) this.#lost("broken");
    if (!isLeader) return;
    this.#keeper = new StreamKeeper({
      needs: () => this.#streamNeeds(),
      onOpening: (needs) => {
        const lastEventId = this.#taker.opening(needs);
        this.#sendStatus();
        return lastEventId;
      },
      onReceived: () => this.#received(),
      onEvent: (raw) => this.#takeOwn(raw),
      onLost: (reason, retryMs) => {
        this.#options.store.setRetry(retryMs);
        this.#lost(reason);
        this.#sendStatus();
      },
      recheckSession: this.#options.recheckSession,
    });
  }

  /** Null while the stream has to wait for a list. A list without a time cannot be continued. */
  #streamNeeds(): TabNeeds | null {
    const own = needsOf(this.#options.needs());
    const needs = unionOf([own, ...this.#others.needs()]);
    const hasPosition = this.#taker.position !== null;
    if (own.hasList && own.isLoading && !hasPosition) return null;
    return { ...needs, hasList: needs.hasList && (hasPosition || needs.asOf !== null) };
  }

  #takeOwn(raw: RawEvent): void {
    const event = this.#taker.take(raw);
    this.#channel.send({ kind: "event", ...raw });
    if (event?.name !== "hello") return;
    this.#taker.opened();
    this.#opened();
    this.#sendStatus();
  }

  #received(): void {
    if (!this.#options.store.isOpen) return;
    this.#options.store.dispatch({ kind: "received" });
    this.#options.onFeed({ kind: "alive" });
  }

  #opened(openForMs = 0): void {
    this.#options.store.dispatch({ kind: "opened", sinceMs: pageMs() - openForMs });
    if (this.#mayHaveMissed) this.#options.notices.takeAll();
    this.#mayHaveMissed = false;
    this.#options.notices.retryFailed();
    this.#options.onFeed({ kind: "alive" });
  }

  #lost(reason: LossReason): void {
    this.#mayHaveMissed ||= this.#options.store.isOpen;
    this.#options.store.dispatch({ kind: "lost", reason });
  }

  #handleMessage(message: TabMessage, tab: string): void {
    if (this.#options.store.isOff) return;
    switch (message.kind) {
      case "needs":
        if (this.#others.record(tab, message)) this.#answerNewTab();
        if (document.hidden && message.isVisible && this.#election.isLeader) this.#election.leave();
        return this.#keeper?.needsChanged();
      case "gone":
        this.#others.remove(tab);
        return this.#keeper?.needsChanged();
      case "retry":
        return this.#keeper?.retry();
      case "unanswered":
        return this.#handleUnanswered();
      case "status":
        return this.#keeper ? undefined : this.#follow(message.status);
      case "event":
        return this.#keeper ? undefined : this.#takeShared(message);
    }
  }

  #answerNewTab(): void {
    this.#sendNeeds();
    if (this.#keeper) this.#sendStatus();
  }

  /** The leader's connection is this tab's too. */
  #follow(status: LeadStatus): void {
    const { store, onFeed } = this.#options;
    this.#statusMs = pageMs();
    const { openForMs, receivedAgoMs, lost } = status;
    store.setRetry(lost && pageMs() + lost.retryInMs);
    if (openForMs === null) {
      if (store.isOpen || (lost && lost.reason !== store.lost.reason)) this.#lost(lost?.reason ?? "broken");
      return;
    }
    this.#taker.follow(status);
    if (!store.isOpen) return this.#opened(openForMs);
    if (receivedAgoMs > STATUS_EVERY_MS) return;
    store.dispatch({ kind: "received" });
    onFeed({ kind: "alive" });
  }

  #takeShared(raw: RawEvent): void {
    const event = this.#parsed(raw);
    if (event?.name === "bye" && (event.data.reason === "session" || event.data.reason === "rights")) {
      void this.#options.recheckSession();
    }
  }

  /** An event that is not as expected ends the leader's stream, and its status says so. */
  #parsed(raw: RawEvent): LiveEvent | null {
    try {
      return this.#taker.take(raw);
    } catch {
      this.#taker.forget();
      return null;
    }
  }

  #sendNeeds(): void {
    if (this.#options.store.isOff) return;
    this.#needsMs = pageMs();
    this.#channel.send({ kind: "needs", needs: needsOf(this.#options.needs()), isVisible: !document.hidden });
  }

  #sendStatus(): void {
    const { store } = this.#options;
    this.#statusMs = pageMs();
    const { reason } = store.lost;
    const retryInMs = Math.max(0, (store.retryMs ?? pageMs()) - pageMs());
    const status: LeadStatus = {
      openForMs: store.openForMs(),
      receivedAgoMs: store.receivedAgoMs(),
      lost: store.isOpen || reason === null ? null : { reason, retryInMs },
      ...this.#taker.shared,
    };
    this.#channel.send({ kind: "status", status });
  }

  #tick(): void {
    const { store } = this.#options;
    const statusAgoMs = pageMs() - this.#statusMs;
    if (this.#keeper) {
      if (statusAgoMs >= STATUS_EVERY_MS) this.#sendStatus();
    } else if (statusAgoMs > LEADER_LOST_MS && !store.isOff && (store.isOpen || store.lost.reason === null)) {
      this.#lost("silent");
    }
    if (pageMs() - this.#needsMs >= NEEDS_EVERY_MS) this.#sendNeeds();
    store.tick();
  }
}
