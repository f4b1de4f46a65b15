import { SECOND_MS } from "@groundcrew/shared/lib";
import type { QueryKey } from "@tanstack/react-query";
import { pageMs } from "../clock/index.ts";

/** A list is requested again at most this often. */
const EVERY_MS = 10 * SECOND_MS;

type ListId = { queryKey: QueryKey; queryHash: string; isShown: boolean };
type Repair = { requestedMs: number; differences: number };

type RepairOptions = {
  /** Requests a list again: what has changed, or everything if it says so itself. */
  request: (queryKey: QueryKey) => void;
  /** Requests everything of a list. */
  requestAll: (queryKey: QueryKey) => void;
  /** A list may be requested now that could not before. */
  onDue: () => void;
};

/** Requests lists again from which changes are missing. Those that are not shown are requested when they are shown next. */
export class Repairs {
  readonly #options: RepairOptions;
  readonly #repairs = new Map<string, Repair>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: RepairOptions) {
    this.#options = options;
  }

  /** The stream does not have all changes that a list lacks. */
  missing(list: ListId): void {
    this.#request(list, this.#options.request);
  }

  /** A list is not the server's. What has changed is requested first; if that did not help the last time, everything. */
  doubted(list: ListId): void {
    const repair = this.#of(list);
    const isFirst = repair.differences === 0;
    if (this.#request(list, isFirst ? this.#options.request : this.#options.requestAll)) repair.differences += 1;
  }

  /** A list is the server's. */
  verified(list: ListId): void {
    this.#of(list).differences = 0;
  }

  #of({ queryHash }: ListId): Repair {
    const repair = this.#repairs.get(queryHash) ?? { requestedMs: Number.NEGATIVE_INFINITY, differences: 0 };
    this.#repairs.set(queryHash, repair);
    return repair;
  }

  /** Returns whether the list was requested. */
  #request(list: ListId, request: (queryKey: QueryKey) => void): boolean {
    if (!list.isShown) return false;
    const repair = this.#of(list);
    const waitMs = repair.requestedMs + EVERY_MS - pageMs();
    if (waitMs > 0) {
      this.#wait(waitMs);
      return false;
    }
    repair.requestedMs = pageMs();
    request(list.queryKey);
    return true;
  }

  #wait(ms: number): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#options.onDue();
    }, ms);
  }
}
