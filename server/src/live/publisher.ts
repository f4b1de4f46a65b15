import { randomBytes } from "node:crypto";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { LIVE_HEARTBEAT_S, type LiveEnd } from "@groundcrew/shared/live";
import { Counter, Histogram } from "prom-client";
import { listUpdates, type Board, type BoardChange } from "../stations/index.ts";
import { currentSpan, recordWork } from "../platform/tracing/index.ts";
import type { ChangeNotice } from "./change-notices.ts";
import type { LiveClient } from "./client.ts";
import type { OpenClients } from "./clients.ts";
import { TickEvents } from "./tick-events.ts";

/** How long changes are gathered before they are sent together. */
const GATHER_MS = 20;
/** The mean time between two ticks at least. One tick may come early, so that a change right after a tick need not wait. */
const INTERVAL_MS = 100;
const EARLY_MS = INTERVAL_MS;
/** How long a change of mere telemetry may wait for others, so that more urgent ones need not wait for the end of the interval. */
const TELEMETRY_MS = 500;
const CHECK_MS = SECOND_MS;
/** Early enough that the next check is not too late. */
const COMMENT_AFTER_MS = LIVE_HEARTBEAT_S * SECOND_MS - 2 * CHECK_MS;
/** A client that takes nothing for so long is disconnected. */
const STUCK_MS = 60 * SECOND_MS;

const skipped = new Counter({
  name: "groundcrew_live_skipped_total",
  help: "Times that a client got nothing because it had not taken what was sent before.",
});

const lag = new Histogram({
  name: "groundcrew_live_lag_seconds",
  help: "Time from the first urgent change that is gathered until it is written to the clients.",
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
});

export type PublisherOptions = {
  board: Board;
  clients: OpenClients;
  /** Whether a client may be sent something now. Ends the stream of one that may not be sent anything any more. */
  isAllowed: (client: LiveClient) => boolean;
};

/** The first of the changes that are gathered: when it happened (`performance.now()`), and the span of a trace that caused it. */
type FirstChange = { at: number; cause: ReturnType<typeof currentSpan> };

/** Sends every client the changes, at most eleven times in a second, and only once it has received the previous ones. */
export class Publisher {
  /** Names this server in the ids of events. */
  readonly server = randomBytes(6).toString("hex");
  readonly #board: Board;
  readonly #clients: OpenClients;
  readonly #isAllowed: PublisherOptions["isAllowed"];
  readonly #listUpdate: ReturnType<typeof listUpdates>;
  readonly #unwatch: () => void;
  readonly #checking: NodeJS.Timeout;
  #timer: NodeJS.Timeout | undefined;
  /** When the next tick would be due if ticks were evenly spaced. */
  #nextAt = 0;
  /** When the next tick is due. */
  #dueAt = Infinity;
  /** The first of the urgent changes that are being gathered. */
  #firstChange: FirstChange | null = null;

  constructor({ board, clients, isAllowed }: PublisherOptions) {
    this.#board = board;
    this.#clients = clients;
    this.#isAllowed = isAllowed;
    this.#listUpdate = listUpdates(board);
    this.#unwatch = board.onChange(
      (change) => this.#handleBoardChange(change),
      () => clients.all().size > 0,
    );
    this.#checking = setInterval(() => this.#check(), CHECK_MS);
  }

  /** Sends due changes within a time (ms), or as soon as the interval allows. */
  wake(withinMs = GATHER_MS): void {
    const now = performance.now();
    const dueAt = Math.max(now + withinMs, this.#nextAt - EARLY_MS);
    if (dueAt >= this.#dueAt) return;
    clearTimeout(this.#timer);
    this.#dueAt = dueAt;
    this.#timer = setTimeout(() => this.#tick(), dueAt - now);
  }

  /** Notifies the clients that may see a change. */
  notify({ topic, station, orgId, forAdmins }: ChangeNotice): void {
    for (const client of this.#clients.all()) {
      const { view } = client.selection;
      const isInScope = orgId === null || view.orgId === null || view.orgId === orgId;
      if (!isInScope || (forAdmins && !view.admin)) continue;
      if (station !== null && !this.#board.find(station, view)) continue;
      client.notices.add({ topic, station });
      this.#wakeForChange();
    }
  }

  /** Ends every stream. Clients connect again within a time (ms). */
  stop(reason: LiveEnd, withinMs: number): void {
    this.#unwatch();
    clearInterval(this.#checking);
    clearTimeout(this.#timer);
    for (const client of this.#clients.all()) client.end(reason, withinMs);
  }

  #wakeForChange(): void {
    this.#firstChange ??= { at: performance.now(), cause: currentSpan() };
    this.wake();
  }

  #handleBoardChange({ name, orgId, difference }: BoardChange): void {
    const isShownTo = ({ selection: { view } }: LiveClient) =>
      (view.orgId === null || view.orgId === orgId) && (difference !== "admins" || view.admin);
    for (const client of this.#clients.naming(name)) {
      if (!isShownTo(client)) continue;
      client.recordChange(name);
      this.#wakeForChange();
    }
    if (difference === "volatile") return;
    for (const client of this.#clients.all()) {
      if (!isShownTo(client)) continue;
      client.isBehind = true;
      if (client.wantsRows) client.notices.add({ topic: "rows", station: name });
      if (difference === "telemetry") this.wake(TELEMETRY_MS);
      else this.#wakeForChange();
    }
  }

  #tick(): void {
    this.#dueAt = Infinity;
    this.#nextAt = Math.max(performance.now(), this.#nextAt) + INTERVAL_MS;
    const change = this.#firstChange;
    this.#firstChange = null;
    const events = new TickEvents({ board: this.#board, listUpdate: this.#listUpdate, server: this.server });
    const waiting = [...this.#clients.all()].filter((client) => this.#publishTo(client, events) === "waits");
    if (change) this.#recordLag(change);
    if (waiting.length > 0) this.wake();
  }

  #recordLag({ at, cause }: FirstChange): void {
    const ms = performance.now() - at;
    lag.observe(ms / SECOND_MS);
    const attributes = { "groundcrew.clients": this.#clients.all().size };
    recordWork({ name: "send live changes", ms, attributes, cause });
  }

  /** Sends a client its due changes, unless it has not received the previous ones. */
  #publishTo(client: LiveClient, events: TickEvents): "done" | "waits" {
    const now = this.#board.now();
    if (!client.isDue(now)) return "done";
    if (!client.body.isDrained) {
      skipped.inc();
      return "waits";
    }
    if (!this.#isAllowed(client)) return "done";
    const due = client.due(now);
    if (due) {
      const { part, at } = events.ofList(client.selection, due);
      if (part) client.send(part, now);
      client.advance(at, { withVolatile: due.volatileSince !== null });
    }
    const notices = client.takeNotices(now);
    if (notices.length > 0) client.send(events.ofNotices(notices), now);
    return "done";
  }

  /** Does the work that is due even though nothing has changed. */
  #check(): void {
    const now = this.#board.now();
    for (const client of this.#clients.all()) {
      if (!this.#isAllowed(client)) continue;
      const { isDrained } = client.body;
      if (!isDrained && now - client.sentAt > STUCK_MS) client.body.destroy();
      if (isDrained && now - client.sentAt >= COMMENT_AFTER_MS) client.sendComment(now);
      if (client.isDue(now)) this.wake();
    }
  }
}
