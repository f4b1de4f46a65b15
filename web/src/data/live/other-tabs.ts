import { SECOND_MS } from "@groundcrew/shared/lib";
import { pageMs } from "../clock/index.ts";
import type { TabNeeds } from "./needs.ts";

/** A tab reports its needs this often; when it has not for longer, as after a crash, it no longer counts. */
export const NEEDS_EVERY_MS = 30 * SECOND_MS;
const FORGOTTEN_AFTER_MS = 150 * SECOND_MS;

type OtherTab = { needs: TabNeeds; isVisible: boolean; seenMs: number };

/** The other tabs of this browser, as they report themselves. */
export class OtherTabs {
  readonly #tabs = new Map<string, OtherTab>();

  /** Records what a tab reported. Returns whether the tab is new. */
  record(id: string, { needs, isVisible }: Pick<OtherTab, "needs" | "isVisible">): boolean {
    const isNew = !this.#tabs.has(id);
    this.#tabs.set(id, { needs, isVisible, seenMs: pageMs() });
    return isNew;
  }

  remove(id: string): void {
    this.#tabs.delete(id);
  }

  get isOneVisible(): boolean {
    return this.#current().some(({ isVisible }) => isVisible);
  }

  needs(): TabNeeds[] {
    return this.#current().map(({ needs }) => needs);
  }

  #current(): OtherTab[] {
    const oldestMs = pageMs() - FORGOTTEN_AFTER_MS;
    for (const [id, { seenMs }] of this.#tabs) if (seenMs < oldestMs) this.#tabs.delete(id);
    return [...this.#tabs.values()];
  }
}
