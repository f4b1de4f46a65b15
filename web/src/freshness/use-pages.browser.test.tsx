import { listErrorGroups, type ErrorGroup } from "@groundcrew/shared/error-groups";
import { describe, expect, test } from "vitest";
import { sampleGroup } from "../../../shared/test/sample-group.ts";
import { queryKeys } from "../api/index.ts";
import { startFakeConsole } from "../../test/fake-console.ts";
import { serveGroups } from "../../test/fake-groups.ts";
import { listRows } from "../../test/find.ts";
import { openConsole } from "../../test/open-console.tsx";

const PAGES = 5;
const rows = listRows("Error groups");

/** Opens a list of groups and scrolls to its end. */
async function openDeepList() {
  const server = startFakeConsole();
  const many: ErrorGroup[] = Array.from({ length: PAGES * 100 }, (_, index) =>
    sampleGroup({ id: index + 1, title: `Fault ${index}.` }),
  );
  serveGroups(server, many);
  const cursors: (string | undefined)[] = [];
  let wait = (_cursor: string | undefined): Promise<void> | undefined => undefined;
  server.on(listErrorGroups, async ({ query: { cursor } }) => {
    cursors.push(cursor);
    await wait(cursor);
    const start = Number(cursor ?? 0);
    const next = start + 100 < many.length ? String(start + 100) : null;
    const counts = { open: many.length, mine: 0, archived: 0, resolved: 0 };
    const totals = {
      errors: many.length,
      stations: 1,
      groups: many.length,
      archived: 0,
      attached: 0,
      stations_maintained: 0,
    };
    return { status: 200 as const, body: { groups: many.slice(start, start + 100), next, counts, totals } };
  });
  const { client } = openConsole("/supportlog/triage/groups");
  await expect.element(rows.first()).toBeVisible();
  return {
    cursors,
    hold: (promise: Promise<void>) => void (wait = (cursor) => (cursor === undefined ? promise : undefined)),
    /** What a notice of a changed group does. */
    notify: async () => client.invalidateQueries({ queryKey: queryKeys.errorGroups.all }),
    scrollToEnd: async () => {
      let end = 0;
      await expect
        .poll(() => {
          const before = end;
          end = document.body.scrollHeight;
          window.scrollTo(0, end);
          // Rows that are rendered for the first time may be higher than expected.
          return end === before ? rows.elements().at(-1)?.textContent : undefined;
        })
        .toMatch(new RegExp(`Fault ${many.length - 1}\\.`));
    },
  };
}

describe("a list that is loaded page by page", () => {
  test("reloads only the pages on screen after a change, and the others when they are scrolled to", async () => {
    const { cursors, notify, scrollToEnd } = await openDeepList();
    await scrollToEnd();
    cursors.length = 0;
    await notify();
    expect(cursors).toEqual(["400"]);
    window.scrollTo(0, 0);
    await expect.element(rows.filter({ hasText: /Fault 0\./ })).toBeVisible();
    await expect.poll(() => cursors.at(-1)).toBeUndefined();
    expect(cursors.length).toBeLessThan(PAGES);
  });

  test("keeps pages that were added while it was reloading", async () => {
    const { hold, notify, scrollToEnd } = await openDeepList();
    const { promise, resolve } = Promise.withResolvers<void>();
    hold(promise);
    const reloaded = notify();
    await scrollToEnd();
    const { scrollY } = window;
    resolve();
    await reloaded;
    await expect.element(rows.filter({ hasText: /Fault 499\./ })).toBeVisible();
    expect(window.scrollY).toBe(scrollY);
  });
});
