import type { LiveNotice } from "@groundcrew/shared/live";
import type { Timestamp } from "@groundcrew/shared/lib";
import type { ConnectionStore } from "./connection-store.ts";
import { parseEvent, type LiveEvent, type RawEvent, type StationsEvent } from "./events.ts";
import type { FeedEvent } from "./feed.ts";
import type { LivePart, TabNeeds } from "./needs.ts";
import type { NoticeRequests } from "./notices.ts";
import type { LeadStatus } from "./tab-channel.ts";

/** Up to when changes of the list were received, and the event to continue from; null where the server has not named one. */
type Position = { at: Timestamp; id: string | null };

type TakerOptions = {
  store: ConnectionStore;
  notices: NoticeRequests;
  onFeed: (event: FeedEvent) => void;
};

/** Takes the events of the stream, whichever tab receives them, and remembers where to continue. */
export class EventTaker {
  readonly #options: TakerOptions;
  #position: Position | null = null;
  #parts: readonly LivePart[] = [];
  /** How far the server's clock is ahead of this computer's (ms), less the time that the event took that said so. */
  #aheadMs: number | null = null;

  constructor(options: TakerOptions) {
    this.#options = options;
  }

  get position(): Position | null {
    return this.#position;
  }

  get shared(): Pick<LeadStatus, "position" | "parts" | "aheadMs"> {
    return { position: this.#position, parts: [...this.#parts], aheadMs: this.#aheadMs };
  }

  /** Continues from the list's own time instead. */
  forget(): void {
    this.#position = null;
  }

  /** This tab is about to open the stream. Returns the event that it continues from. */
  opening({ hasList, asOf, parts }: TabNeeds): string | null {
    if (!hasList) this.#position = null;
    else if (!this.#position?.id) this.#position = asOf === null ? null : { at: asOf, id: null };
    this.#parts = parts;
    return this.#position?.id ?? null;
  }

  /** The stream is open in this tab. */
  opened(): void {
    this.#reportPosition();
  }

  /** Another tab has the stream, with this position. */
  follow({ position, parts, aheadMs }: LeadStatus): void {
    const hasMoved = position?.at !== this.#position?.at || parts.join() !== this.#parts.join();
    this.#position = position;
    this.#parts = parts;
    this.#aheadMs = aheadMs;
    if (hasMoved) this.#reportPosition();
  }

  /** Throws if the event is not what this version expects. */
  take(raw: RawEvent): LiveEvent | null {
    const event = parseEvent(raw);
    if (event?.name === "hello") this.#aheadMs = Date.parse(event.data.server_time) - Date.now();
    if (event?.name === "stations") this.#takeStations(event.data, raw);
    if (event?.name === "changed") this.#takeNotices(event.data.notices);
    if (event?.name === "resync") {
      this.#position = { at: event.data.at, id: raw.id };
      this.#reportPosition(true);
      this.#options.notices.takeAll();
    }
    return event;
  }

  #takeNotices(notices: readonly LiveNotice[]): void {
    this.#options.notices.take(notices);
    const rows = notices.filter(({ topic }) => topic === "rows").map(({ station }) => station);
    if (rows.length === 0) return;
    const names = rows.filter((name) => name !== null);
    this.#options.onFeed({ kind: "rows", names: names.length < rows.length ? null : names });
  }

  #takeStations(event: StationsEvent, { id, text }: RawEvent): void {
    const since = this.#position?.at ?? event.at;
    this.#position = { at: event.at, id };
    const delayMs = this.#aheadMs === null ? null : Date.now() + this.#aheadMs - Date.parse(event.at);
    this.#options.store.recordChanges(event.changes, delayMs === null ? null : Math.max(0, delayMs));
    this.#options.onFeed({ kind: "stations", since, event, parts: this.#parts, bytes: text.length });
  }

  #reportPosition(isGap = false): void {
    if (!this.#position) return;
    this.#options.onFeed({ kind: "position", at: this.#position.at, parts: this.#parts, isGap });
  }
}
