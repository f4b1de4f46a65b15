import { DAY_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { getSession, logIn } from "@groundcrew/shared/sessions";
import { listAttachedErrors, listSupportLogEntries, type SupportLogEntry } from "@groundcrew/shared/support-log";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent, type Locator } from "vitest/browser";
import { sampleEntry, sampleReply } from "../../../../shared/test/sample-entry.ts";
import { sampleError } from "../../../../shared/test/sample-error.ts";
import { fakeClock } from "../../../test/clock.ts";
import { admin, startFakeConsole } from "../../../test/fake-console.ts";
import { refuse, Rejection } from "../../../test/fake-server.ts";
import { numberedStations, stationName } from "../../../test/fake-stations.ts";
import { serveSupportLog } from "../../../test/fake-support-log.ts";
import { openConsole } from "../../../test/open-console.tsx";

const PATH = "/supportlog/entries";
const articles = page.getByRole("article");
const count = page.getByRole("status").filter({ hasText: /entr(y|ies)$/ });

/** An entry at the station with a number. */
function entryAt(station: number, differences: Partial<SupportLogEntry>): SupportLogEntry {
  return sampleEntry({ station_name: stationName(station), ...differences });
}

/** A log of four stations, each with fifty records; their ids are 1 to 200. */
function longLog(): SupportLogEntry[] {
  return Array.from({ length: 200 }, (_, index) =>
    entryAt(Math.floor(index / 50) + 1, { id: index + 1, status: "record", content: `Service ${index + 1}` }),
  );
}

/** Opens the area with a log of some stations. */
function openEntries(entries: SupportLogEntry[], path = PATH) {
  const server = startFakeConsole({ stations: numberedStations(4) });
  const log = serveSupportLog(server, { entries });
  return { server, log, ...openConsole(path) };
}

/** The entry with an id. */
function entryWithId(id: number): Locator {
  const element = document.getElementById(`entry-${id}`);
  if (element === null) throw new Error(`The entry ${id} is not rendered.`);
  return page.elementLocator(element);
}

const topEdge = (locator: Locator) => locator.element().getBoundingClientRect().top;

describe("the entries of all stations", () => {
  // @spec 28.1, 118.1
  test("are listed by station in the order of the log", async () => {
    openEntries(
      [
        entryAt(2, { id: 1, status: "incident_pending_urgent" }),
        entryAt(1, { id: 2, status: "incident_needs_action" }),
        entryAt(2, { id: 3, status: "record" }),
      ],
      "/supportlog",
    );
    await expect.element(page.getByText("3 entries")).toBeVisible();
    const link = page.getByRole("navigation", { name: "Support log" }).getByRole("link", { name: "Support Log" });
    await expect.element(link).toHaveAttribute("aria-current", "page");
    const regions = page.getByRole("region", { name: /^Support log of/ });
    const entryIds = (region: Locator) =>
      region
        .getByRole("article")
        .elements()
        .map(({ id }) => id);
    await expect.poll(() => entryIds(regions.first())).toEqual(["entry-1", "entry-3"]);
    expect(entryIds(regions.last())).toEqual(["entry-2"]);
  });

  // @spec 118.1
  test("are those created in the selected period", async () => {
    const { server, router } = openEntries([entryAt(1, { id: 1 })]);
    await expect.element(count).toHaveTextContent("1 entry");
    const cutoffs: (string | undefined)[] = [];
    server.on(listSupportLogEntries, async ({ query }) => {
      cutoffs.push(query.filter_after);
      return { status: 200 as const, body: [] };
    });
    await page.getByRole("button", { name: "Time: All" }).click();
    await page.getByRole("menuitemradio", { name: "Week" }).click();
    await expect.element(count).toHaveTextContent("0 entries");
    expect(router.history.location.href).toMatch(/supportlog-t=week/);
    // By the estimate of the server's clock, which is off by some milliseconds.
    expect(Math.abs(Date.now() - 7 * DAY_MS - Date.parse(cutoffs[0] ?? ""))).toBeLessThan(10 * SECOND_MS);
  });

  test("are searched and filtered, and the address contains the filters", async () => {
    const tag = { id: 2, name: "mechanical", color: "secondary" as const, alerting: false, canonical_id: null };
    const tags = [{ ...tag, aliases: [], alert_target: null }];
    const entries = [
      entryAt(1, { id: 31, status: "record", author: "Kari N." }),
      entryAt(2, { id: 32, status: "record", author: "Ola S.", tags }),
      entryAt(3, { id: 33, status: "note", author: "Kari N." }),
      entryAt(4, { id: 34, status: "record", children: [sampleReply({ author: "Ola S." })] }),
    ];
    const { router, close } = openEntries(entries);
    await expect.element(count).toHaveTextContent("4 entries");
    await userEvent.keyboard("/");
    await userEvent.keyboard("#33");
    await expect.element(count).toHaveTextContent("1 of 4 entries");
    await expect.poll(() => articles.first().element().id).toBe("entry-33");
    await page.getByRole("button", { name: "Clear search" }).click();
    await page.getByRole("button", { name: "Status 0 on" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Record" }).click();
    await userEvent.keyboard("{Escape}");
    await expect.element(count).toHaveTextContent("3 of 4 entries");
    await page.getByRole("button", { name: "Author: All" }).click();
    await page.getByRole("radio", { name: "Ola S." }).click();
    await expect.element(count).toHaveTextContent("2 of 4 entries");
    const { href } = router.history.location;
    expect(href).toMatch(/supportlog-author=.*supportlog-status=record/);

    close();
    const { router: reopened } = openConsole(href);
    await expect.element(count).toHaveTextContent("2 of 4 entries");
    await page.getByRole("button", { name: "Tag: All" }).click();
    await page.getByRole("radio", { name: "mechanical" }).click();
    await page.getByRole("button", { name: "Organization: All" }).click();
    await page.getByRole("radio", { name: "Harbor Air" }).click();
    await expect.element(count).toHaveTextContent("1 of 4 entries");
    expect(reopened.history.location.href).toMatch(/supportlog-tag=mechanical&.*supportlog-org=Harbor/);
    await page.getByRole("button", { name: "Clear Filters" }).click();
    await expect.element(count).toHaveTextContent("4 entries");
    expect(reopened.history.location.href).toBe(PATH);
    expect(document.activeElement).not.toBe(document.body);
  });

  test("are rendered only near the window, and a reply stays while one is at another entry", async () => {
    const { router } = openEntries(longLog());
    await expect.element(articles.first()).toBeVisible();
    expect(articles.length).toBeLessThan(100);
    await articles.first().getByRole("button", { name: "Reply" }).click();
    const content = articles.first().getByRole("textbox", { name: "Content" });
    await content.fill("Half a reply");
    router.history.push(`${PATH}#200`);
    await expect.poll(() => document.activeElement?.id).toBe("entry-200");
    await expect.element(entryWithId(200)).toBeInViewport();
    expect(articles.length).toBeLessThan(100);
    router.history.back();
    window.scrollTo(0, 0);
    await expect.element(content).toHaveValue("Half a reply");
  });

  test("do not move what someone writes when a new entry sorts before it", async () => {
    const clock = fakeClock();
    const { log } = openEntries(longLog(), `${PATH}#120`);
    await expect.poll(() => document.activeElement?.id).toBe("entry-120");
    const entry = entryWithId(120);
    await entry.getByRole("button", { name: "Reply" }).click();
    const content = entry.getByRole("textbox", { name: "Content" });
    await content.fill("Half a sent");
    const before = topEdge(content);
    log.entries = [entryAt(1, { id: 201, status: "incident_needs_action", content: "New" }), ...log.entries];
    await clock.pass(61_000);
    await expect.element(page.getByText("201 entries")).toBeVisible();
    await expect.element(content).toHaveFocus();
    await userEvent.keyboard("ence");
    await expect.element(content).toHaveValue("Half a sentence");
    await expect.poll(() => Math.abs(topEdge(content) - before)).toBeLessThan(4);
  });

  test("show their age as soon as a hidden page is shown again", async () => {
    const clock = fakeClock();
    openEntries([entryAt(1, { created: new Date(Date.now() - DAY_MS).toISOString() })]);
    const age = page.getByRole("link", { name: / ago$/ });
    await expect.element(age).toMatchTextContent(/ · (24h|1d) ago$/);
    clock.sleep(400 * DAY_MS);
    document.dispatchEvent(new Event("visibilitychange"));
    // React renders a change of a store in a microtask, before any timer or reply.
    await Promise.resolve();
    expect(age.element().textContent).toMatch(/ · 57w ago$/);
  });

  // @spec 298.1
  test("that could not be loaded are loaded again with Reload", async () => {
    const { server } = openEntries([]);
    server.on(listSupportLogEntries, refuse(500, "The log is locked."));
    await expect.element(page.getByRole("alert")).toMatchTextContent("Loading the support log failed");
    server.on(listSupportLogEntries, async () => ({ status: 200 as const, body: [entryAt(1, {})] }));
    await page.getByRole("button", { name: "Reload" }).click();
    await expect.element(articles.first()).toBeVisible();
  });
});

describe("a link to an entry", () => {
  // @spec 29.1
  test("scrolls to the entry with the number in its hash, which is in the middle of the window", async () => {
    openEntries(longLog(), `${PATH}#120`);
    await expect.poll(() => document.activeElement?.id).toBe("entry-120");
    await expect
      .poll(() => {
        const { top, height } = entryWithId(120).element().getBoundingClientRect();
        return Math.abs(top + height / 2 - window.innerHeight / 2);
      })
      .toBeLessThan(100);
  });

  // @spec 29.1
  test("scrolls to the entry after a login too", async () => {
    const server = startFakeConsole({ stations: numberedStations(4) });
    serveSupportLog(server, { entries: longLog() });
    let isLoggedIn = false;
    server.on(getSession, async () => {
      if (!isLoggedIn) throw new Rejection(401, "Nobody is logged in.");
      return { status: 200 as const, body: { user: admin } };
    });
    server.on(logIn, async () => {
      isLoggedIn = true;
      return { status: 201 as const, body: { user: admin } };
    });
    const { router } = openConsole(`${PATH}#120`);
    await page.getByLabelText("Email Address").fill(admin.email);
    await page.getByLabelText("Password", { exact: true }).fill("correct");
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await expect.poll(() => document.activeElement?.id).toBe("entry-120");
    expect(router.history.location.href).toBe(`${PATH}#120`);
  });

  test("to an entry that the filters hide says so, and Show All removes the filters", async () => {
    const { router } = openEntries([entryAt(1, { id: 1 })], `${PATH}?supportlog-t=day#999`);
    await expect.element(page.getByText("Entry #999 is not among the entries shown here.")).toBeVisible();
    await page.getByRole("button", { name: "Show All" }).click();
    await expect.poll(() => router.history.location.href).toBe(`${PATH}#999`);
  });
});

test("the printout has the number, status and visibility of each entry, and the messages of its errors", async () => {
  const print = vi.spyOn(window, "print").mockImplementation(() => {});
  onTestFinished(() => print.mockRestore());
  const { server, router } = openEntries(
    [
      entryAt(1, { id: 1, status: "incident_pending", attached_errors: [1] }),
      entryAt(2, { id: 2, status: "incident_resolved", public: true }),
      entryAt(2, { id: 3, status: "note" }),
    ],
    `${PATH}?supportlog-status=incident_pending,incident_resolved`,
  );
  server.on(listAttachedErrors, async () => ({
    status: 200 as const,
    body: [sampleError({ supportlog_entry_id: 1 })],
  }));
  await page.getByRole("link", { name: "Print" }).click();
  await expect.element(page.getByText("2 entries of 2 stations, about 1 page")).toBeVisible();
  expect(router.history.location.href).toMatch(/supportlog\/print\?supportlog-status=/);
  const printout = page.getByRole("article", { name: "Printout" });
  expect(printout.elements()).toEqual([]);
  await page.getByRole("button", { name: "Print" }).click();
  await expect.poll(() => print.mock.calls).toHaveLength(1);
  await expect.element(printout).toMatchTextContent(/Printed 20\d\d-\d\d-\d\d .* by Kari Nilsen/);
  await expect.element(printout).toMatchTextContent("Status: Pending, Resolved");
  const headings = printout.getByRole("heading", { level: 3 });
  await expect.element(headings.first()).toMatchTextContent(/^#1 · Pending · Private · /);
  await expect.element(headings.last()).toMatchTextContent(/^#2 · Resolved · Public · /);
  await expect
    .element(printout.getByRole("list", { name: "Errors attached to #1" }))
    .toMatchTextContent("Door is stuck");
  await page.getByRole("link", { name: "Back to Support Log" }).click();
  await expect.element(articles.first()).toBeVisible();
  expect(router.history.location.href).toMatch(/supportlog\/entries\?supportlog-status=/);
});
