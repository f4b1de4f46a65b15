import { listStations, type Station } from "@groundcrew/shared/stations";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sampleConfig } from "../../../../shared/test/sample-config.ts";
import { fakeClock } from "../../../test/clock.ts";
import { customer, onlineStation, startFakeConsole } from "../../../test/fake-console.ts";
import { DATABASE_UNAVAILABLE, refuse, type FakeServer } from "../../../test/fake-server.ts";
import { openConsole } from "../../../test/open-console.tsx";

const rows = () => page.getByRole("list", { name: "Stations" }).getByRole("listitem");
const add = () => page.getByRole("button", { name: "Add Station" });
// @spec 314.2
test("settings that are unknown or not set leave the address", async () => {
  startFakeConsole();
  const { router, main } = openConsole("/?stations-type=foo&stations-sort=zzz&stations-q=atlas&stations-view=list");
  await expect.element(main.getByRole("heading", { level: 1, name: "Stations" })).toBeVisible();
  await expect.poll(() => router.history.location.href).toBe("/?stations-q=atlas");
});

const refreshing = () => page.getByTitle("Refreshing");
const card = (name: string) => page.getByRole("button", { name: new RegExp(`^${name}: \\d`) });

const NO_PROBLEMS = {
  errors_unresolved: 0,
  error_latest: null,
  supportlog: { incident_needs_action: 0, incident_pending: 0, incident_pending_urgent: 0 },
};

/** A numbered station. */
function station(nth: number, differences: Partial<Station> = {}): Station {
  const name = `gc-00000000000${nth}`;
  return onlineStation({ name, serial_number: `Atlas 000${nth}`, ...differences });
}

/** Opens the list of some stations at a query; `search` is the query that the address has now. */
function openList(query: string, stations: Station[], user?: typeof customer) {
  const server = startFakeConsole({ stations, ...(user && { user }) });
  const { router } = openConsole(`/${query}`);
  return { server, search: () => router.state.location.searchStr };
}

/** Holds back every list from now on until the returned function is called. */
function holdList(server: FakeServer, stations: Station[]): () => void {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  server.on(listStations, async () => {
    await released;
    return { status: 200 as const, body: stations };
  });
  return release;
}

async function addButtonTop(): Promise<number> {
  await expect.element(add()).toBeVisible();
  await document.fonts.ready;
  return add().element().getBoundingClientRect().top;
}

describe("the station list", () => {
  test("a skeleton is shown while the list loads, and nothing above it moves when the list arrives", async () => {
    const stations = [station(1)];
    const { server } = openList("", stations);
    const release = holdList(server, stations);
    await expect.element(page.getByRole("status", { name: "Loading..." })).toBeVisible();
    const before = await addButtonTop();
    release();
    await expect.element(rows().first()).toBeVisible();
    expect(await addButtonTop()).toBe(before);
  });

  // @spec 46.7
  test("a loading spinner is shown while the list is refreshed, and the list stays", async () => {
    const stations = [station(1)];
    const { server } = openList("", stations);
    await expect.element(rows().first()).toBeVisible();
    await expect.element(refreshing()).not.toBeInTheDocument();
    const release = holdList(server, stations);
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect.element(refreshing()).toBeVisible();
    await expect.element(rows().first()).toBeVisible();
    release();
    await expect.element(refreshing()).not.toBeInTheDocument();
  });

  test("stations stay in the list until there are configurations to filter them by", async () => {
    const without = station(1, { config_latest: undefined });
    const { server, search } = openList("", [without]);
    await expect.element(rows().first()).toBeVisible();
    const release = holdList(server, [station(1, { config_latest: sampleConfig() })]);
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Has Known Config" }).click();
    await expect.poll(search).toMatch(/stations-f-config=1/);
    await expect.element(refreshing()).toBeVisible();
    await expect.element(rows().first()).toBeVisible();
    expect(page.getByText("No stations match your currently selected filters.").elements()).toEqual([]);
    release();
    await expect.element(refreshing()).not.toBeInTheDocument();
    await expect.element(rows().first()).toBeVisible();
  });

  test("a list that cannot be loaded says why and is reloaded on request, below the same head", async () => {
    const { server } = openList("", []);
    server.on(listStations, refuse(500, "The list is locked."));
    await expect.element(page.getByText("The list is locked.")).toBeVisible();
    const before = await addButtonTop();
    server.on(listStations, async () => ({ status: 200 as const, body: [station(1)] }));
    await page.getByRole("button", { name: "Reload" }).click();
    await expect.element(rows().first()).toBeVisible();
    expect(await addButtonTop()).toBe(before);
  });

  test("without the server the list stays as it was, in grey and under a banner, until the server responds again", async () => {
    const clock = fakeClock();
    const { server } = openList("", [station(1), station(2)]);
    const online = page.getByText("ONLINE", { exact: true });
    await expect.element(online.first()).toBeVisible();
    const active = () => page.getByRole("definition").nth(3).element().textContent;
    expect(active()).toBe("2");

    // A press while a request runs starts no other one.
    await expect.poll(() => server.pending()).toBe(0);
    server.setFault("database");
    await page.getByRole("button", { name: "Refresh" }).click();
    const banner = page.getByRole("alert").filter({ hasText: DATABASE_UNAVAILABLE });
    await expect.element(banner).toMatchTextContent(/Showing stations as of \d\d:\d\d:\d\d\. Retrying every 60 s\./);
    await expect.element(page.getByText(/^As of \d\d:\d\d:\d\d · \d+ s ago$/)).toBeVisible();
    await expect.element(online).not.toBeInTheDocument();
    // The age grows, and no station turns idle merely because the server could not be reached.
    clock.sleep(40 * 60_000);
    await clock.pass(15_000);
    await expect.element(page.getByTitle(/^Active now as of/).first()).toMatchTextContent(/ACTIVE4\dm/);
    expect(active()).toBe("2");

    server.setFault(null);
    await banner.getByRole("button", { name: "Refresh" }).click();
    await expect.element(banner).not.toBeInTheDocument();
    await expect.element(online.first()).toBeVisible();
    await expect.element(page.getByText(/^Updated \d+ s ago$/)).toBeVisible();
  });

  // @spec 32.5
  test("a list that cannot be rendered shows 'Unexpected Application Error!'", async () => {
    for (const method of ["error", "warn"] as const) {
      const logged = vi.spyOn(console, method).mockImplementation(() => {});
      onTestFinished(() => logged.mockRestore());
    }
    startFakeConsole();
    // The fake server would not send a station without most of its fields.
    const respond = globalThis.fetch;
    vi.stubGlobal("fetch", async (address: string, init?: RequestInit) =>
      address.startsWith("/api/stations?")
        ? Response.json([{ name: "gc-000000000001", rev: 1, actual: true, retired: null }])
        : respond(address, init),
    );
    openConsole("/?stations-type=");
    await expect.element(page.getByText("Unexpected Application Error!")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Reload" })).toBeVisible();
  });

  // @spec 46.3
  test("the Filter menu is a checklist, whose switches hide stations or include retired ones", async () => {
    const { search } = openList("?stations-type=", [
      station(1, { support_metrics: NO_PROBLEMS }),
      station(2),
      station(3, { actual: false, support_metrics: NO_PROBLEMS }),
      station(4, { actual: false, retired: "2026-01-01T00:00:00.000Z" }),
    ]);
    await expect.poll(() => rows().length).toBe(2);
    await page.getByRole("button", { name: /^Filter/ }).click();
    const items = page.getByRole("menuitemcheckbox");
    await expect
      .poll(() => items.elements().map(({ textContent }) => textContent))
      .toEqual([
        "Selected Time",
        "Actual Only",
        "Non-Groundcrew",
        "Online Only",
        "Has Known Config",
        "Flagged",
        "In Maintenance",
        "Include Retired",
      ]);
    const item = (name: string) => page.getByRole("menuitemcheckbox", { name });
    await expect.element(item("Actual Only")).toBeChecked();
    await item("Actual Only").click();
    await expect.poll(search).toMatch(/stations-f-actual=0/);
    await expect.poll(() => rows().length).toBe(3);
    await item("Include Retired").click();
    await expect.poll(search).toMatch(/stations-f-retired=1/);
    await expect.poll(() => rows().length).toBe(4);
    await item("Flagged").click();
    await expect.poll(search).toMatch(/stations-f-flagged=1/);
    await expect.poll(() => rows().length).toBe(2);
  });

  test("when nothing matches, the list says so and a button resets the filters", async () => {
    openList("?stations-q=nothing-is-called-so", [station(1)], customer);
    await expect.element(page.getByText("No stations match your currently selected filters.")).toBeVisible();
    await page.getByRole("button", { name: "Reset filters" }).click();
    await expect.element(rows().first()).toBeVisible();
  });

  test("the search is cleared with a button, which leaves the box ready to be typed in", async () => {
    const { search } = openList("?stations-q=atlas", [station(1)], customer);
    await page.getByRole("button", { name: "Clear search" }).click();
    await expect.poll(search).toBe("");
    await expect.element(page.getByRole("searchbox")).toHaveFocus();
  });

  test("a list of groups hides and shows the stations of each", async () => {
    openList("?stations-type=&stations-group=organization", [station(1), station(2)]);
    const heading = page.getByRole("button", { name: /Harbor Air/ });
    await expect.element(heading).toMatchTextContent(/2 stations/);
    await expect.element(heading).toHaveAttribute("aria-expanded", "true");
    const details = page.getByRole("button", { name: /^Details of/ });
    await expect.poll(() => details.length).toBe(2);
    await heading.click();
    await expect.poll(() => details.length).toBe(0);
    await heading.click();
    await expect.poll(() => details.length).toBe(2);
  });
});

describe("the filters of the station list", () => {
  test("pressing Error or Online in the header shows only those stations, by keyboard too", async () => {
    const { search } = openList("", [station(1), station(2)]);
    await expect.element(card("Error")).toHaveAttribute("aria-pressed", "false");
    await card("Error").click();
    await expect.poll(search).toMatch(/stations-f-flagged=1/);
    await expect.element(card("Error")).toHaveAttribute("aria-pressed", "true");
    await expect.element(page.getByRole("definition").nth(1)).toHaveTextContent("2");
    await userEvent.keyboard("{Enter}");
    await expect.poll(search).not.toMatch(/stations-f-flagged/);
    await expect.element(card("Error")).toHaveAttribute("aria-pressed", "false");
    const online = card("Online").element();
    if (!(online instanceof HTMLElement)) throw new Error("The number of online stations is not an HTML element.");
    online.focus();
    await userEvent.keyboard(" ");
    await expect.poll(search).toMatch(/stations-f-online=1/);
  });

  test("a time that is chosen is named wherever it changes the swaps", async () => {
    openList("?stations-t=week", [station(1)]);
    await expect.element(page.getByRole("term").filter({ hasText: "Swaps, week" })).toBeVisible();
    await expect.element(rows().first()).toMatchTextContent("swaps, week");
  });

  test("a heading of a group names what the stations are grouped by", async () => {
    openList("?stations-group=api_version", [station(1)]);
    await expect.element(page.getByRole("heading", { level: 2 }).first()).toMatchTextContent(/^API Version \d/);
  });

  test("only admins group by support; others sort by the unresolved errors that they see", async () => {
    const counts = [3, 12, 7].map((errors_unresolved) => ({ errors_unresolved, error_latest: null }));
    const stations = counts.map((support_metrics, index) => station(index + 1, { support_metrics }));
    openList("?stations-group=support&stations-sort=unresolved&stations-type=", stations, customer);
    await page.getByRole("button", { name: "Group: None" }).click();
    await expect
      .poll(() =>
        page
          .getByRole("menuitemradio")
          .elements()
          .map(({ textContent }) => textContent),
      )
      .toEqual(["None", "Organization", "API Version", "Firmware Version", "Readiness", "Main Reason", "Site", "Tags"]);
    await expect.element(rows().first()).toMatchTextContent(/12 ?errors?/);
  });

  test("a search has at most 500 characters", async () => {
    const { search } = openList("", [station(1)]);
    const box = page.getByRole("searchbox", { name: "Search" });
    await box.click();
    await box.fill("x".repeat(12_000));
    await expect.poll(search).toMatch(/stations-q=x{500}$/);
  });
});
