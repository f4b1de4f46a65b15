import { listAlertRules, listAlerts } from "@groundcrew/shared/alerts";
import { takeImages } from "@groundcrew/shared/cameras";
import { listErrorGroups } from "@groundcrew/shared/error-groups";
import { logOut } from "@groundcrew/shared/sessions";
import { searchSupportLog } from "@groundcrew/shared/support-log";
import axe from "axe-core";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sampleAlert, sampleRule } from "../../../shared/test/sample-alert.ts";
import { sampleGroup } from "../../../shared/test/sample-group.ts";
import { everyPage } from "../../test/every-page.ts";
import { serveAlerts, serveRules } from "../../test/fake-alerts.ts";
import { customer, startFakeConsole } from "../../test/fake-console.ts";
import { serveGroups } from "../../test/fake-groups.ts";
import { refuse, type FakeServer } from "../../test/fake-server.ts";
import { focusOn } from "../../test/find.ts";
import { numberedStation, stationName } from "../../test/fake-stations.ts";
import { openConsole } from "../../test/open-console.tsx";

const ROOF = { location_deployment: "Pier roof" };
const stations = [
  numberedStation(1, ROOF),
  numberedStation(2, { ...ROOF, last_online_status: false }),
  numberedStation(3),
];

/** A server where something of each kind has a roof. */
function startServer(user?: typeof customer): FakeServer {
  const server = startFakeConsole({ stations, ...(user && { user }) });
  serveGroups(server, [sampleGroup({ id: 5, title: "Roof is stuck", open: 12, stations: 2 })]);
  serveAlerts(server, [sampleAlert({ id: 6, title: "Roof open" })]);
  serveRules(server, [sampleRule({ id: 7, name: "Roof rule" })]);
  server.on(searchSupportLog, async () => ({
    status: 200 as const,
    body: {
      count: 11,
      entries: [
        {
          id: 412,
          station_name: stationName(1),
          serial_number: "Atlas 0001",
          status: "incident_needs_action" as const,
          created: "2026-01-01T00:00:00.000Z",
          content: "Roof passes its soft limit\nIt has done so before.",
        },
      ],
    },
  }));
  return server;
}

const palette = page.getByRole("dialog", { name: "Go to" });
const field = palette.getByRole("combobox");
const options = palette.getByRole("option");
const texts = () => options.elements().map(({ textContent }) => textContent);

/** The item that Enter chooses. */
function currentOption(): Element | null {
  const id = field.element().getAttribute("aria-activedescendant") ?? "";
  const element = document.getElementById(id);
  expect(element?.getAttribute("aria-selected")).toBe("true");
  return element;
}
const current = () => currentOption()?.textContent ?? "";

async function openPalette(path = "/stats", server = startServer()) {
  const { router } = openConsole(path);
  await expect.element(page.getByRole("button", { name: "Go to…" })).toBeVisible();
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(field).toHaveFocus();
  return { server, router, address: () => router.history.location.href };
}

describe("the palette", () => {
  // @spec R5.1
  test("finds stations as the list does, pages, and what the server finds, and says how many", async () => {
    await openPalette();
    await userEvent.keyboard("roof");
    await expect.element(palette.getByRole("group", { name: "Rules" })).toBeVisible();
    expect(
      palette
        .getByRole("group")
        .elements()
        .map((group) => group.getAttribute("aria-label")),
    ).toEqual(["Stations", "Support log", "Error groups", "Alerts", "Rules", "More"]);
    expect(texts()).toEqual([
      expect.stringMatching(/^Atlas 0001 Harbor Air · Pier roofONLINE/),
      expect.stringMatching(/^Atlas 0002 Harbor Air · Pier roofOFFLINE/),
      expect.stringMatching(/^Roof passes its soft limit #412 · Atlas 0001 · Needs Action/),
      expect.stringMatching(/^Roof is stuck 12 unresolved on 2 stations/),
      expect.stringMatching(/^Roof open/),
      expect.stringMatching(/^Roof rule/),
      expect.stringMatching(/^Show all 2 stations that match “roof” in the list/),
    ]);
    await expect.element(palette.getByText("Support log 11")).toBeVisible();
  });

  // @spec R5.5
  test("opens with a press on its field, chooses with the arrow keys and Enter, and remembers it until Log Out", async () => {
    const server = startServer();
    server.on(logOut, async () => ({ status: 204 as const, body: null }));
    const { address } = await openPalette("/stats", server);
    await userEvent.keyboard("atlas 0003");
    await expect.poll(current).toMatch(/^Atlas 0003/);
    await userEvent.keyboard("{Enter}");
    await expect.poll(address).toBe(`/stations/${stationName(3)}`);
    await expect.element(palette).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Go to…" }).click();
    await expect
      .element(palette.getByRole("group", { name: "Recent" }).getByRole("option"))
      .toMatchTextContent("Atlas 0003");
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("button", { name: "Go to…" })).toHaveFocus();
    expect(localStorage.getItem("recent")).toMatch(stationName(3));
    await page.getByRole("button", { name: "Log Out" }).click();
    await expect.element(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
    expect(localStorage.getItem("recent")).toBeNull();
  });

  // @spec R5.2
  test("does not move what is highlighted when more is found, nor while the page gets other data", async () => {
    const server = startServer();
    const answer = Promise.withResolvers<void>();
    server.beforeResponse(searchSupportLog, () => answer.promise);
    await openPalette("/stats", server);
    await userEvent.keyboard("roof");
    await expect.element(palette.getByText("Searching…").first()).toBeVisible();
    await userEvent.keyboard("{ArrowDown}");
    const top = () => currentOption()?.getBoundingClientRect().top;
    const before = [current(), top()];
    expect(before[0]).toMatch(/^Atlas 0002/);
    // What was found first waits for what is listed above it.
    await expect.poll(() => server.pending()).toBe(1);
    expect(texts()).toHaveLength(2);
    answer.resolve();
    await expect.poll(texts).toHaveLength(7);
    expect([current(), top()]).toEqual(before);
  });

  // @spec R5.3, R5.4
  test("says why something cannot be done, does not do it, and does what can be done", async () => {
    const server = startServer();
    server.on(takeImages, async () => ({ status: 201 as const, body: [] }));
    await openPalette(`/stations/${stationName(2)}`, server);
    await userEvent.keyboard("images");
    const first = palette.getByRole("option", { name: "Take New Images (lights on)" });
    await expect.element(first).toMatchTextContent("Atlas 0002 is offline");
    await expect.element(first).toHaveAttribute("aria-disabled", "true");
    await userEvent.keyboard("{Enter}");
    await expect.element(palette).toBeVisible();
    expect(server.requestsTo(takeImages)).toEqual([]);

    await field.fill("0001");
    await expect.poll(current).toMatch(/^Atlas 0001/);
    await userEvent.keyboard("{Tab}images");
    await expect.poll(current).toMatch(/^Take New Images \(lights on\)/);
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("Took new images successfully")).toBeVisible();
    expect(server.requestsTo(takeImages).map(({ body }) => body)).toEqual([{ lights_on: true }]);
  });

  // @spec R5.3
  test("opens a dialog about the station of the page, after which the focus is where it was", async () => {
    await openPalette(`/stations/${stationName(1)}`);
    await userEvent.keyboard("{Escape}");
    const tab = page.getByRole("navigation", { name: "Station" }).getByRole("link", { name: "Cameras" });
    await expect.element(tab).toBeVisible();
    focusOn(tab);
    await userEvent.keyboard("{Control>}k{/Control}begin");
    await expect.poll(current).toMatch(/^Begin maintenance…/);
    await userEvent.keyboard("{Enter}");
    const dialog = page.getByRole("dialog", { name: /Maintenance/ });
    await expect.element(dialog).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(tab).toHaveFocus();
  });

  test("lists the first actions on the station of the page, and with Tab all, which Escape leaves", async () => {
    await openPalette(`/stations/${stationName(1)}`);
    const here = palette.getByRole("group", { name: "Atlas 0001, this station" });
    await expect.element(here.getByRole("option").last()).toMatchTextContent(/^All \d\d actions/);
    expect(here.getByRole("option").elements()).toHaveLength(5);
    await userEvent.keyboard("{Tab}");
    await expect.poll(() => options.elements().length).toBeGreaterThan(10);
    expect(palette.getByRole("group").elements()).toHaveLength(1);
    await userEvent.keyboard("{Escape}");
    await expect.element(here).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(palette).not.toBeInTheDocument();
  });

  test("acts on the selected stations as the bar below the list does", async () => {
    await openPalette("/");
    await userEvent.keyboard("{Escape}");
    await page.getByRole("button", { name: "Select" }).click();
    await page.getByRole("checkbox", { name: /Atlas 0001/ }).click();
    await page.getByRole("checkbox", { name: /Atlas 0003/ }).click();
    await userEvent.keyboard("{Control>}k{/Control}");
    await expect.element(palette.getByRole("group", { name: "2 selected stations" })).toBeVisible();
    await userEvent.keyboard("new entry{Enter}");
    await expect.element(page.getByRole("dialog", { name: /Entry/ })).toMatchTextContent("2 stations");
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("checkbox", { name: /Atlas 0003/ })).toHaveFocus();
  });

  // @spec R5.4
  test("finds only actions after >, and only support log entries after #", async () => {
    await openPalette();
    await userEvent.keyboard(">");
    await expect
      .poll(texts)
      .toEqual([expect.stringMatching(/^Add Station…/), expect.stringMatching(/^Keyboard shortcuts/)]);
    // Whatever the product is called.
    await expect.element(palette.getByRole("group", { name: "General" })).toBeVisible();
    await field.fill("#4");
    await expect.poll(texts).toEqual([expect.stringMatching(/^Roof passes/)]);
  });

  // @spec R5.4
  test("shows all matching stations in the list with Alt+Enter", async () => {
    const { address } = await openPalette();
    await userEvent.keyboard("roof");
    await expect.poll(current).toMatch(/^Atlas 0001/);
    await userEvent.keyboard("{Alt>}{Enter}{/Alt}");
    await expect.poll(address).toBe("/?stations-q=roof&stations-type=&stations-f-actual=0");
  });

  // @spec R5.6
  test("says that nothing matches, and that the server cannot search just now", async () => {
    const server = startServer();
    await openPalette("/stats", server);
    await userEvent.keyboard("qqqq");
    server.on(searchSupportLog, async () => ({ status: 200 as const, body: { entries: [], count: 0 } }));
    await field.fill("atlas 9999");
    await expect.element(palette.getByText("Nothing matches “atlas 9999”.")).toBeVisible();
    server.on(searchSupportLog, refuse(503, "The database is not responding."));
    await field.fill("roof");
    await expect.element(palette.getByText("Not searched just now: Support log.")).toBeVisible();
    for (const call of [listErrorGroups, listAlerts, listAlertRules])
      server.on(call, refuse(503, "The database is not responding."));
    await field.fill("atlas");
    await expect.element(palette.getByText("Only stations and pages can be found just now.")).toBeVisible();
    expect(texts()[0]).toMatch(/^Atlas 0001/);
  });

  test.each(["light", "dark"])("is accessible in %s", async (scheme) => {
    localStorage.setItem("color-scheme", scheme);
    await openPalette(`/stations/${stationName(2)}`);
    await userEvent.keyboard("o");
    await expect.element(palette.getByRole("group", { name: "More" })).toBeVisible();
    const { violations } = await axe.run(palette.element(), { resultTypes: ["violations"], preload: false });
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });

  test("opens from a field, and not over a dialog", async () => {
    await openPalette("/");
    await userEvent.keyboard("{Escape}");
    await page.getByRole("searchbox").click();
    await userEvent.keyboard("{Control>}k{/Control}");
    await expect.element(palette).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("searchbox")).toHaveFocus();
    await page.getByRole("button", { name: "Add Station" }).click();
    await expect.element(page.getByRole("dialog", { name: "Add Device" })).toBeVisible();
    await userEvent.keyboard("{Control>}k{/Control}");
    await expect.element(palette).not.toBeInTheDocument();
  });

  // @spec R5.7
  test("shows customers neither the support log nor error groups nor what only others may do", async () => {
    const server = startServer(customer);
    await openPalette(`/stations/${stationName(1)}`, server);
    await expect.poll(() => texts().length).toBeGreaterThan(10);
    expect(texts().filter((text) => /maintenance|support log|Audit|Groups/i.test(text))).toEqual([]);
    await userEvent.keyboard("roof");
    await expect.element(palette.getByRole("group", { name: "Rules" })).toBeVisible();
    expect(server.requestsTo(searchSupportLog)).toEqual([]);
    expect(texts().filter((text) => text.startsWith("Roof"))).toHaveLength(2);
    serveAlerts(server, []);
    serveRules(server, []);
    await field.fill("atlas 9999");
    await expect.element(palette.getByText("Nothing matches “atlas 9999”.")).toBeVisible();
    await expect.element(palette).not.toMatchTextContent(/entries|errors/);
  });

  test("lists every page of the console that is not about one thing", async () => {
    await openPalette();
    const listed = palette.getByRole("group", { name: "Pages" }).getByRole("option");
    const elements = () => listed.elements();
    await expect.poll(() => elements().length).toBeGreaterThan(20);
    const known = Object.keys(everyPage({ station: "x", alerts: [] })).filter(
      (route) => !route.includes("$name") && !/\$$|\$(?:rule|group)/.test(route) && !/^\/(?:login|forgot)/.test(route),
    );
    const areas = new Set(["/attention", "/manage", "/supportlog"]);
    expect(elements()).toHaveLength(known.filter((route) => !areas.has(route)).length);
  });
});
