import { listErrorGroups, type ErrorGroup } from "@groundcrew/shared/error-groups";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { sampleGroup } from "../../../shared/test/sample-group.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { keyOf } from "./api/index.ts";
import { makeQueryClient } from "./query-client.ts";
import { render } from "../../test/render.tsx";
import { useServerPages } from "./use-server-pages.ts";
import { startFakeConsole } from "../../test/fake-console.ts";
import { Rejection } from "../../test/fake-server.ts";
import { serveGroups } from "../../test/fake-groups.ts";
import { listRows } from "../../test/find.ts";
import { openConsole } from "../../test/open-console.tsx";

const PAGES = 5;
const rows = listRows("Error groups");

/** Opens a list of groups and scrolls to its end. */
function openDeepList(pages = PAGES, list: ReactNode = null) {
  const server = startFakeConsole();
  const many: ErrorGroup[] = Array.from({ length: pages * 100 }, (_, index) =>
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
  const client = list === null ? openConsole("/supportlog/triage/groups").client : makeQueryClient();
  if (list !== null) render(<QueryClientProvider client={client}>{list}</QueryClientProvider>);
  return {
    cursors,
    /** Lets requests of a page wait for a promise, and fail with it. */
    hold: (promise: Promise<void>, page?: string) => void (wait = (cursor) => (cursor === page ? promise : undefined)),
    /** How often the list has received something. */
    received: () => client.getQueryCache().findAll({ queryKey: keyOf(listErrorGroups) })[0]?.state.dataUpdateCount,
    /** Makes the list request its pages again, as a notice of a changed group does. */
    notify: async () => client.invalidateQueries({ queryKey: keyOf(listErrorGroups) }),
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
  test("is requested again after a change, as far as it was loaded, and stays where it is", async () => {
    const { cursors, notify, scrollToEnd } = openDeepList();
    await expect.element(rows.first()).toBeVisible();
    await scrollToEnd();
    const { scrollY } = window;
    cursors.length = 0;
    await notify();
    expect(cursors).toEqual([undefined, "100", "200", "300", "400"]);
    await expect.element(rows.filter({ hasText: /Fault 499\./ })).toBeVisible();
    expect(window.scrollY).toBe(scrollY);
  });

  test("loads the next page once it has been requested again, so that neither is lost", async () => {
    const { cursors, hold, notify, received } = openDeepList(2, <ButtonList />);
    await expect.element(page.getByText("100 groups", { exact: true })).toBeVisible();
    const { promise, resolve } = Promise.withResolvers<void>();
    hold(promise);
    const reloaded = notify();
    await expect.poll(() => cursors.length).toBe(2);
    await page.getByRole("button", { name: "More" }).click();
    resolve();
    await reloaded;
    await expect.element(page.getByText("200 groups", { exact: true })).toBeVisible();
    expect(cursors).toEqual([undefined, undefined, "100"]);
    expect(received()).toBe(3);
  });

  test("ends after 20 pages, and says so", async () => {
    const { cursors } = openDeepList(25, <ButtonList />);
    const more = page.getByRole("button", { name: "More" });
    for (let pages = 1; pages < 20; pages += 1) {
      await expect.element(page.getByText(`${pages * 100} groups`, { exact: true })).toBeVisible();
      await more.click();
    }
    await expect
      .element(page.getByText("Only the first 2,000 are listed. Use the filters to find others."))
      .toBeVisible();
    await expect.element(more).not.toBeInTheDocument();
    expect(cursors).toHaveLength(20);
  });
});

test("what could not be loaded of a list is not said of the list with another filter", async () => {
  const { hold } = openDeepList(2, <ButtonList />);
  await expect.element(page.getByText("100 groups", { exact: true })).toBeVisible();
  const { promise, reject } = Promise.withResolvers<void>();
  hold(promise, "100");
  await page.getByRole("button", { name: "More" }).click();
  reject(new Rejection(500, "The list is locked."));
  await expect.element(page.getByText(/The list is locked/)).toBeVisible();
  await page.getByRole("button", { name: "Archived" }).click();
  await expect.element(page.getByText(/The list is locked/)).not.toBeInTheDocument();
});

/** A list whose pages are loaded by a button, with a filter. */
function ButtonList() {
  const [tab, setTab] = useState<"open" | "archived">("open");
  const { data, more } = useServerPages(listErrorGroups, (next) => ({ query: { tab, ...next } }), {
    items: ({ groups }) => groups,
    withItems: (first, groups) => ({ ...first, groups }),
    keyOf: ({ id }) => id,
  });
  return (
    <>
      <p>{data?.groups.length} groups</p>
      <p>{more.failure}</p>
      {more.hasMore && <button onClick={more.load}>More</button>}
      <button onClick={() => setTab("archived")}>Archived</button>
    </>
  );
}
