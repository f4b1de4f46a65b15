import { getAvailability, type AvailabilityReport } from "@groundcrew/shared/availability";
import { NO_SECONDS, sumSeconds } from "@groundcrew/shared/readiness";
import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { reportedDay, sampleAvailability } from "../../../../shared/test/sample-availability.ts";
import { choosePlace } from "../../../test/choose-place.ts";
import { admin, customer, startFakeConsole } from "../../../test/fake-console.ts";
import { sampleSite, sampleStationTag, serveSites } from "../../../test/fake-sites.ts";
import { openConsole } from "../../../test/open-console.tsx";

const NO_ATTEMPTS = { succeeded: 0, with_errors: 0, failed: 0 };
const main = page.getByRole("main");
const rows = () =>
  page
    .getByRole("group", { name: "Stations" })
    .getByRole("row")
    .elements()
    .slice(1)
    .map((row) => [...row.querySelectorAll("td")].map(({ textContent }) => textContent));

function serve(differences: Partial<AvailabilityReport> = {}, user = customer) {
  const server = startFakeConsole({ user });
  server.on(getAvailability, async () => ({ status: 200 as const, body: sampleAvailability(differences) }));
  return server;
}

test("a month has its figures, those of each day, what was lost and what the figures mean", async () => {
  serve();
  openConsole("/stats/availability");
  await expect.element(main.getByText("99.37%").first()).toBeVisible();
  const text = () => main.element().textContent.replaceAll(/\s+/g, " ");
  expect(text()).toContain("Outages2longest 8 h 20 min, mean 4 h 35 min");
  expect(text()).toContain("Maintenance10 h");
  expect(text()).toContain("Not recorded6 h 8 min a station on average, on Oct 25");
  expect(text()).toContain("Swaps1,247");
  expect(text()).toContain("Success Rate98.2%likely 97.3 to 98.8%");
  expect(text()).toContain("Incidents32 resolved");
  expect(text()).toContain(
    "Rules changed on Oct 12: charged batteries needed at atlas stations 1 → 2. Earlier time is judged by the earlier rules.",
  );
  expect(text()).toContain("No comparison: September was recorded for 1 of 30 days. Figures can change until Nov 3.");
  expect(text()).toContain("Lost Time9 h 10 min by first reason");
  expect(text()).toContain("No charged battery8 h 20 min 91%Not ready · 1 station");
  await expect.element(main.getByText("Days are UTC.")).toBeVisible();
  await expect.element(main.getByRole("figure", { name: /^Share of time by day, from Oct 1 to Oct 31/ })).toBeVisible();
  await expect.element(main.getByTitle("Oct 15: Ready 79.2%, Maintenance 20.8%")).toBeVisible();
});

test("days that are still being counted are said to be, and are not drawn as not recorded", async () => {
  const days = sampleAvailability().days?.filter(({ day }) => day < "2026-10-20") ?? [];
  serve({ counting_since: "2026-10-20", days });
  openConsole("/stats/availability");
  await expect.element(main.getByText("Days since Oct 20 are still being counted.")).toBeVisible();
  await expect.element(main.getByTitle("Oct 20: still being counted")).toBeInTheDocument();
  await expect.element(main.getByTitle("Oct 15: Ready 79.2%, Maintenance 20.8%")).toBeVisible();
});

test("a report without any counted day says that its days are still being counted", async () => {
  serve({ counting_since: "2026-10-01", days: [], stations: [], total: NO_SECONDS });
  openConsole("/stats/availability");
  await expect.element(main.getByText("Days since Oct 1 are still being counted.")).toBeVisible();
});

// @spec R3.4
test("a change to the month before is in points", async () => {
  const { total } = sampleAvailability();
  const before = { ...total, unknown_s: total.unknown_s + 50_000, ready_s: total.ready_s - 50_000 };
  serve({ before: { total: before, days: sampleAvailability().days ?? [], swaps: NO_ATTEMPTS } });
  openConsole("/stats/availability?av-month=2026-10");
  await expect.element(main.getByText("+0.95 points", { exact: false }).first()).toBeVisible();
  await expect.element(main.getByText("to September")).toBeVisible();
});

// @spec R3.6
test("stations are listed lowest first, and sorted by pressing a heading; one that was moved has no title", async () => {
  serve();
  const { router } = openConsole("/stats/availability");
  await expect.poll(rows).toEqual([
    [
      "Atlas 0001Trondheim, Pier roof",
      "98.87%",
      "100%",
      "1",
      "8 h 20 min",
      "No charged battery",
      "–",
      "1,240",
      "98.3% 97.4 to 98.8%",
    ],
    ["gc-000000000002Moved to another organization", "100%", "100%", "0", "–", "–", "–", "7", "–"],
    [
      "Harbor Air2 stations",
      "99.37%",
      "99.94%",
      "2",
      "9 h 10 min",
      "No charged battery",
      "10 h",
      "1,247",
      "98.2% 97.3 to 98.8%",
    ],
  ]);
  await page.getByRole("button", { name: "Availability", exact: true }).click();
  await expect.poll(() => rows()[0]?.[0]).toBe("gc-000000000002Moved to another organization");
  expect(router.state.location.href).toBe("/stats/availability?av-sort=-availability");
});

test("a station of which less than half was recorded has no figures, and is last", async () => {
  const [, known] = sampleAvailability().stations;
  const unrecorded = { ...NO_SECONDS, ready_s: 10, not_recorded_s: 90, station: "gc-000000000003" };
  const more = { serial_number: "Atlas 0003", description: "", cause: null };
  serve({ stations: [{ ...unrecorded, ...more, ...NO_ATTEMPTS }, ...(known ? [known] : [])] });
  openConsole("/stats/availability");
  await expect
    .poll(() => rows().map(([title, availability]) => [title, availability]))
    .toEqual([
      ["Atlas 0001Trondheim, Pier roof", "98.87%"],
      ["Atlas 0003", "–"],
      ["Harbor Air2 stations", "99.37%"],
    ]);
});

test("a month of which less than half was recorded has no figures", async () => {
  const total = { ...NO_SECONDS, ready_s: 9_000, not_ready_s: 1_000, outages: 1, not_recorded_s: 20_000 };
  serve({ total });
  openConsole("/stats/availability");
  await expect.poll(() => rows().at(-1)?.slice(1, 5)).toEqual(["–", "–", "–", "–"]);
  await expect.element(main).toMatchTextContent("Availability–Link–Outages–Swaps1,247");
  await expect.element(main).toMatchTextContent("Ready only–Maintenance–With maintenance–");
  await expect.element(main.getByRole("figure", { name: /Availability –\.$/ })).toBeVisible();
});

test("the share of each day is also a list for screen readers", async () => {
  serve();
  openConsole("/stats/availability");
  const items = main.getByRole("figure").getByRole("listitem");
  await expect.poll(() => items.elements().length).toBe(31);
  expect(items.elements()[14]).toHaveTextContent("Oct 15: Ready 79.2%, Maintenance 20.8%");
});

test.each([
  [1_280, 16],
  [320, 2],
  [410, 4],
  [640, 4],
  [900, 8],
])("in a window %i px wide, the dates of a long range do not overlap", async (width, count) => {
  serve({ month: null, from: "2026-07-14", to: "2026-10-17" });
  onTestFinished(() => page.viewport(1_440, 900));
  await page.viewport(width, 900);
  openConsole("/stats/availability?av-from=2026-07-14&av-to=2026-10-17");
  await expect.element(main.getByRole("figure")).toBeVisible();
  const texts = [...main.getByRole("figure").element().querySelectorAll("[title] > span")];
  const boxes = texts.filter((text) => text.checkVisibility()).map((text) => textBox(text));
  expect(boxes.length).toBe(count);
  expect(boxes.every(({ left }, nth) => nth === 0 || left > (boxes[nth - 1]?.right ?? 0))).toBe(true);
});

function textBox(element: Element): DOMRect {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
}

// @spec R3.6
test("another month, a range and an organization are in the address and in the request", async () => {
  const server = startFakeConsole();
  const queries: unknown[] = [];
  server.on(getAvailability, async ({ query }) => {
    queries.push(query);
    const { month = "2026-10", from } = query;
    return {
      status: 200 as const,
      body: sampleAvailability(from === undefined ? { month } : { month: null, from, to: "2026-10-09" }),
    };
  });
  const { router } = openConsole("/stats/availability");
  await page.getByRole("button", { name: "September 2026" }).click();
  await expect.poll(() => router.state.location.href).toBe("/stats/availability?av-month=2026-09");
  await expect.poll(() => queries.at(-1)).toEqual({ month: "2026-09" });
  await page.getByRole("button", { name: "Range…" }).click();
  await page.getByLabelText("First Day (UTC)").fill("2026-10-05");
  await page.getByLabelText("Last Day (UTC)").fill("2026-10-04");
  await expect.element(page.getByText("The last day is before the first one.")).toBeVisible();
  await page.getByLabelText("Last Day (UTC)").fill("2026-10-09");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => queries.at(-1)).toEqual({ from: "2026-10-05", to: "2026-10-09" });
  await page.getByRole("button", { name: "Organization: All" }).click();
  await page.getByRole("radio", { name: "Harbor Air" }).click();
  await expect.poll(() => queries.at(-1)).toEqual({ from: "2026-10-05", to: "2026-10-09", org_id: 2 });
});

// @spec R8.9
test("a report of a site or a tag says so on screen, in print and in the name of its file, and is sent to nobody", async () => {
  const server = startFakeConsole({ user: admin });
  serveSites(server, { sites: [sampleSite()], tags: [sampleStationTag()] });
  server.on(getAvailability, async ({ query: { site, tag = null } }) => {
    const place = site === undefined ? null : { id: site, name: "Lisbon, Doca 1" };
    const days = tag === null ? {} : { days: null, before: null };
    return { status: 200 as const, body: sampleAvailability({ site: place, tag, ...days }) };
  });
  const { router } = openConsole("/stats/availability");
  await expect.element(page.getByRole("button", { name: "Send Each Month…" })).toBeVisible();
  await choosePlace("Site", "Lisbon, Doca 1");
  await expect.poll(() => rows().at(-1)?.[0]).toBe("Harbor Air · Lisbon, Doca 12 stations");
  await expect.element(main.getByRole("figure")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Send Each Month…" })).not.toBeInTheDocument();
  await choosePlace("Tag", "beta");
  await expect.poll(() => rows().at(-1)?.[0]).toBe("Harbor Air · Lisbon, Doca 1 · tag beta2 stations");
  expect(router.state.location.search).toEqual({ "av-site": "1", "av-tag": "beta" });
  await expect.element(main).toMatchTextContent("Stations are counted under the site and tags that they have now");
  await expect.element(main).toMatchTextContent("Days are not shown");
  await expect.element(main.getByRole("figure")).not.toBeInTheDocument();
  expect(main.element().textContent).toContain("Harbor Air · Lisbon, Doca 1 · tag beta · 2 stations · 2026-10-01");
  const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  await page.getByRole("button", { name: "CSV" }).click();
  expect(saved.mock.contexts.map((link) => (link instanceof HTMLAnchorElement ? link.download : ""))).toEqual([
    "AVAILABILITY_Harbor-Air-Lisbon-Doca-1-beta_2026-10.csv",
  ]);
});

test("nothing recorded is said as such", async () => {
  serve({ total: NO_SECONDS, days: [], lost: [], stations: [] });
  openConsole("/stats/availability");
  await expect.element(main.getByText("Nothing was recorded in October 2026.")).toBeVisible();
});

test.each([
  [20, "lower"],
  [400, "higher"],
])("a success rate is compared with that of a month with %i failed attempts: it is %s", async (failed, change) => {
  const september = Array.from({ length: 30 }, (_, nth) =>
    reportedDay(`2026-09-${String(nth + 1).padStart(2, "0")}`, {}),
  );
  const counts = { succeeded: 2_000, with_errors: 0 };
  serve({
    swaps: { ...counts, failed: 150 },
    before: { total: sumSeconds(september), days: september, swaps: { ...counts, failed } },
  });
  openConsole("/stats/availability");
  await expect.element(main).toMatchTextContent(`Success Rate93.0%likely 91.9 to 94.0%, ${change} than before`);
});

test("swaps are compared with those of a month before that was recorded, and none are stated before they were counted", async () => {
  const september = Array.from({ length: 30 }, (_, nth) =>
    reportedDay(`2026-09-${String(nth + 1).padStart(2, "0")}`, {}),
  );
  const swaps = { succeeded: 1_000, with_errors: 35, failed: 20 };
  const before = { total: sumSeconds(september), days: september, swaps };
  const server = serve({ before });
  openConsole("/stats/availability");
  await expect.element(main).toMatchTextContent("Swaps1,247+212");
  await expect.element(main).toMatchTextContent("Success Rate98.2%likely 97.3 to 98.8%, no clear change");
  server.on(getAvailability, async () => ({
    status: 200 as const,
    body: sampleAvailability({ before, swaps_since: "2026-11-02", month: "2026-09" }),
  }));
  await page.getByRole("button", { name: "September 2026" }).click();
  await expect.element(main).toMatchTextContent("Swaps–Success Rate–");
});

// @spec R3.7
test("the file has a row for each station, and is named after the organization and the month", async () => {
  serve();
  openConsole("/stats/availability");
  const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  const blobs = vi.spyOn(URL, "createObjectURL");
  await page.getByRole("button", { name: "CSV" }).click();
  expect(saved.mock.contexts.map((link) => (link instanceof HTMLAnchorElement ? link.download : ""))).toEqual([
    "AVAILABILITY_Harbor-Air_2026-10.csv",
  ]);
  const [blob] = blobs.mock.calls[0] ?? [];
  const text = blob instanceof Blob ? await blob.text() : "";
  const lines = text.trim().split("\r\n");
  expect(lines.length).toBe(3);
  expect(lines[1]).toBe(
    'gc-000000000001,Atlas 0001,"Trondheim, Pier roof",98.87%,100%,1,30000,No charged battery,1240,22,98.3%,97.4 to 98.8%,2648400,0,30000,0,0,0',
  );
});
