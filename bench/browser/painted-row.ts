import type { Page } from "@playwright/test";

type Row = { description: string; errors: string; status: string; swaps: string; readiness: string };
export type Field = keyof Row;
/** What the row of the station showed, and when that was painted (ms). */
type Painted = Row & { at: number };
export const NOTHING: Painted = { description: "", errors: "", status: "", swaps: "", readiness: "", at: 0 };

declare global {
  /** What was painted since it was last read. */
  var painted: Painted[];
}

/** Records from now on what the row of a station shows whenever the list has changed. */
export async function recordRow(page: Page, station: string): Promise<void> {
  await page.evaluate((name) => {
    globalThis.painted = [];
    const list = document.querySelector('ul[aria-label="Stations"]') ?? document.body;
    const read = (): Row => {
      const row = [...list.children].find((item) => item.textContent.includes(name));
      const terms = [...(row?.querySelectorAll("dt") ?? [])];
      return {
        description: row?.querySelector('[title^="!"]')?.textContent ?? "",
        errors: row?.querySelector('[title^="Unresolved errors: "]')?.getAttribute("title") ?? "",
        status: /ONLINE|OFFLINE/.exec(row?.textContent ?? "")?.[0] ?? "",
        readiness: /Last swap failed/.exec(row?.textContent ?? "")?.[0] ?? "",
        swaps: terms.find(({ textContent }) => textContent.startsWith("Swaps"))?.nextElementSibling?.textContent ?? "",
      };
    };
    let last = "";
    const record = () => {
      const shown = read();
      const text = JSON.stringify(shown);
      if (text === last) return;
      last = text;
      // Runs after the frame that shows the change.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => globalThis.painted.push({ ...shown, at: Date.now() });
        port2.postMessage(null);
      });
    };
    record();
    new MutationObserver(record).observe(list, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  }, station);
}

/** Takes what was painted since the last call. */
export function takeRecords(page: Page): Promise<Painted[]> {
  return page.evaluate(() => globalThis.painted.splice(0));
}
