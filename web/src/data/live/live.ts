import type { QueryClient } from "@tanstack/react-query";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { hasAnswer } from "../api/index.ts";
import { browserChoice } from "../../page/index.ts";
import { reloadSession, viewerKey } from "../../sessions/index.ts";
import { ConnectionStore } from "./connection-store.ts";
import type { FeedEvent } from "./feed.ts";
import type { LiveRun } from "./live-run.ts";
import type { LiveNeed } from "./needs.ts";
import { NoticeRequests } from "./notices.ts";

/** The live changes of a page: what its parts need, and what they are sent. Nothing is requested before it is started. */
export class Live {
  readonly store = new ConnectionStore();
  /** False if live changes are switched off in this browser. */
  readonly choice = browserChoice("live-off");
  readonly #client: QueryClient;
  readonly #needs = new Set<() => LiveNeed>();
  readonly #listeners = new Set<(event: FeedEvent) => void>();
  #run: LiveRun | null = null;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  /** Starts live changes for the user who is logged in, once their code is loaded. Returns how to stop them. */
  start(user: SessionUser): () => void {
    const notices = new NoticeRequests(this.#client);
    const stopped = new AbortController();
    void this.#load({ user, notices, stopped: stopped.signal });
    const unwatchChoice = this.choice.subscribe(() => this.#run?.switched());
    const unwatchRequests = this.#watchRequests(notices);
    return () => {
      stopped.abort();
      unwatchChoice();
      unwatchRequests();
      this.#run?.stop();
      this.#run = null;
      notices.stop();
    };
  }

  async #load({ user, notices, stopped }: StartOptions): Promise<void> {
    // Not needed for the first page, which is requested, not pushed.
    const code = await import("./live-run.ts").catch(() => null);
    if (stopped.aborted) return;
    if (!code) return this.store.dispatch({ kind: "lost", reason: "broken" });
    this.#run = new code.LiveRun({
      viewer: viewerKey(user),
      store: this.store,
      isOff: () => !this.choice.get(),
      notices,
      needs: () => [...this.#needs].map((need) => need()),
      onFeed: (event) => {
        for (const listener of this.#listeners) listener(event);
      },
      recheckSession: () => reloadSession(this.#client),
    });
  }

  /** Requests of the page also show whether the server can be reached. */
  #watchRequests(notices: NoticeRequests): () => void {
    const { store } = this;
    return this.#client.getQueryCache().subscribe((event) => {
      if (event.type !== "updated" || store.isOff) return;
      const { action } = event;
      const isSuccess = action.type === "success" && action.manual !== true;
      if (!isSuccess && action.type !== "error") return;
      if (action.type === "error" && !hasAnswer(action.error)) return this.#unanswered();
      if (store.isOpen) return;
      const wasUnanswered = store.isUnanswered;
      store.dispatch({ kind: "answered" });
      if (wasUnanswered) notices.retryUnanswered();
    });
  }

  #unanswered(): void {
    if (this.#run) this.#run.unanswered();
    else this.store.dispatch({ kind: "unanswered" });
  }

  /** Adds something that the page needs while it is displayed. Returns how to remove it. */
  need(need: () => LiveNeed): () => void {
    this.#needs.add(need);
    this.needsChanged();
    return () => {
      this.#needs.delete(need);
      this.needsChanged();
    };
  }

  needsChanged(): void {
    this.#run?.needsChanged();
  }

  /** Calls `listener` with what the stream says about lists of stations. Returns how to stop that. */
  onFeed(listener: (event: FeedEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Switches live changes off or on in this browser. */
  setOff(isOff: boolean): void {
    this.choice.set(!isOff);
  }

  /** Connects now instead of waiting. */
  retry(): void {
    this.#run?.retry();
  }
}

type StartOptions = { user: SessionUser; notices: NoticeRequests; stopped: AbortSignal };

const pages = new WeakMap<QueryClient, Live>();

/** The live changes of the page with this cache. */
export function liveOf(client: QueryClient): Live {
  const live = pages.get(client) ?? new Live(client);
  pages.set(client, live);
  return live;
}
