import {
  changeSite,
  createSites,
  createStationTag,
  ignoreSiteSuggestion,
  mergeStationTag,
  PLACES_LISTED_MAX,
} from "@groundcrew/shared/sites";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { onlineStation, startFakeConsole } from "../../test/fake-console.ts";
import { watchDownloads } from "../../test/downloads.ts";
import { manager, pressAndConfirm, tableRow } from "../../test/fake-manage.ts";
import { servePages } from "../../test/fake-pages.ts";
import { sampleSite, sampleStationTag, sampleSuggestion, serveSites } from "../../test/fake-sites.ts";
import { Rejection } from "../../test/fake-server.ts";
import { openConsole } from "../../test/open-console.tsx";

function open(initial: Parameters<typeof serveSites>[1] = {}) {
  const server = startFakeConsole({ user: manager });
  const state = serveSites(server, initial);
  const { router } = openConsole("/manage/sites");
  return { server, state, address: () => router.history.location.href };
}

const dialog = (name: string | RegExp) => page.getByRole("dialog", { name });
const button = (name: string) => page.getByRole("button", { name, exact: true });

test("a site says where it is, what time it is there, which of its stations are far away, and what uses it", async () => {
  const far = [{ station: "gc-1", serial_number: "hexGlobal-11", distance_m: 3_210 }];
  const { address } = open({
    sites: [sampleSite({ far, far_count: 11, rules: 2, wallboards: 1 })],
    tags: [sampleStationTag({ rules: 1 })],
  });
  const row = tableRow("Lisbon, Doca 1");
  await expect.element(row).toMatchTextContent("38.6972, −9.1786 · 500 m");
  await expect.element(row).toMatchTextContent(/Europe\/Lisbon\s*now \d\d:\d\d/);
  await expect.element(row).toMatchTextContent("2 rules and 1 wallboard");
  await expect.element(row).toMatchTextContent("hexGlobal-11 and 10 more are up to 3.2 km away");
  await expect
    .element(page.getByRole("list", { name: "Tags" }))
    .toMatchTextContent(/beta.*6.*Gets new firmware first · 1 rule/);
  await row.getByRole("link", { name: "Lisbon, Doca 1", exact: true }).click();
  await expect.poll(address).toContain("stations-site=1");
});

test("a suggested site is created with its stations, and an ignored one is gone", async () => {
  const other = sampleSuggestion({
    name: "Memphis",
    stations: [{ name: "gc-000000000003", serial_number: "Uni-0014" }],
  });
  const { server } = open({ suggestions: [sampleSuggestion(), other] });
  await expect.element(page.getByText(/3 stations without a site\. Nothing is created by itself/)).toBeVisible();
  await button("Create Reno").click();
  await expect.element(page.getByText("Created Reno")).toBeVisible();
  expect(server.requestsTo(createSites)[0]?.body).toEqual({
    sites: [
      {
        org_id: 2,
        name: "Reno",
        place: "",
        lat: 39.5,
        lng: -119.8,
        radius_m: 500,
        time_zone: "America/Los_Angeles",
        note: "",
        stations: ["gc-000000000001", "gc-000000000002"],
      },
    ],
  });
  await button("Ignore Memphis").click();
  await expect.element(page.getByText("Suggested sites")).not.toBeInTheDocument();
  expect(server.requestsTo(ignoreSiteSuggestion)[0]?.body).toEqual({ stations: ["gc-000000000003"] });
});

test("all suggested sites are created once that is confirmed", async () => {
  const { server } = open({ suggestions: [sampleSuggestion(), sampleSuggestion({ name: "Memphis", stations: [] })] });
  await button("Create All 2…").click();
  await dialog("Create 2 Sites?").getByRole("button", { name: "Create 2 Sites" }).click();
  await expect.element(page.getByText("Created 2 sites")).toBeVisible();
  expect(server.requestsTo(createSites)).toHaveLength(1);
});

test("of all suggested sites, those without a time zone are not created, which is said", async () => {
  const yard = sampleSuggestion({
    name: "Yard",
    time_zone: null,
    stations: [{ name: "gc-9", serial_number: "Uni-9" }],
  });
  const { server } = open({
    suggestions: [sampleSuggestion(), sampleSuggestion({ name: "Memphis", stations: [] }), yard],
  });
  await button("Create 2…").click();
  const question = dialog("Create 2 Sites?");
  await expect
    .element(question)
    .toMatchTextContent("2 stations get the sites that are suggested for them. 1 needs a time zone first.");
  await question.getByRole("button", { name: "Create 2 Sites" }).click();
  await expect.element(page.getByText("Created 2 sites")).toBeVisible();
  expect(server.requestsTo(createSites).map(({ body }) => body)).toMatchObject([
    { sites: [{ name: "Reno" }, { name: "Memphis" }] },
  ]);
});

test("a page without sites leads to what is suggested, and many sites are shown in portions", async () => {
  const suggestions = [sampleSuggestion(), sampleSuggestion({ name: "Memphis", stations: [] })];
  const { state } = open({ suggestions });
  await button("Show 2 Suggested").click();
  await expect.element(page.getByRole("region", { name: "Suggested sites" })).toHaveFocus();
  state.sites = Array.from({ length: 130 }, (_, at) => sampleSite({ id: at + 1, name: `Site ${at + 1}`, stations: 4 }));
  await button("Create Reno").click();
  const table = page.getByRole("group", { name: "Sites", exact: true });
  await expect.poll(() => table.getByRole("row").elements()).toHaveLength(101);
  await button("Show 31 More").click();
  await expect.poll(() => table.getByRole("row").elements()).toHaveLength(132);
  await expect
    .element(table.getByRole("link", { name: "4 stations at Site 7", exact: true }))
    .toHaveAttribute("href", expect.stringMatching(/stations-site=7/));
});

test("many tags are shown in portions", async () => {
  open({ tags: Array.from({ length: 130 }, (_, at) => sampleStationTag({ id: at + 1, name: `tag-${at + 1}` })) });
  const tags = page.getByRole("list", { name: "Tags" }).getByRole("listitem");
  await expect.poll(() => tags.elements()).toHaveLength(100);
  await button("Show 30 More").click();
  await expect.poll(() => tags.elements()).toHaveLength(130);
  await expect.element(button("Show 30 More")).not.toBeInTheDocument();
});

test("merging a tag asks first, with what it changes", async () => {
  const tags = [sampleStationTag({ rules: 2, views: 1 }), sampleStationTag({ id: 2, name: "coastal", note: "" })];
  const { server } = open({ tags });
  server.on(mergeStationTag, async () => ({
    status: 200 as const,
    body: sampleStationTag({ id: 2, name: "coastal" }),
  }));
  await button("Edit tag beta").click();
  const form = dialog("Edit beta");
  await form.getByLabelText("Note").fill("Newer");
  await form.getByRole("button", { name: "Merge Into…" }).click();
  await page.getByRole("group", { name: "Tags" }).getByRole("button", { name: "coastal" }).click();
  const question = dialog("Merge beta Into coastal?");
  await expect
    .element(question)
    .toMatchTextContent(
      "6 stations, 2 rules and 1 saved view get “coastal” in place of “beta”, which is deleted. What you entered has not been saved.",
    );
  expect(server.requestsTo(mergeStationTag)).toEqual([]);
  await question.getByRole("button", { name: "Merge" }).click();
  await expect.element(page.getByText("Merged beta into coastal")).toBeVisible();
  expect(server.requestsTo(mergeStationTag).map(({ body }) => body)).toEqual([{ into: 2, rev: 1 }]);
});

test("the time zone of a suggestion without coordinates is chosen in a form", async () => {
  const nowhere = { lat: null, lng: null, apart_m: null, time_zone: null };
  const { server } = open({
    suggestions: [sampleSuggestion({ name: "Hamar, Yard 2", location: "Hamar, Yard", ...nowhere })],
  });
  // Not its name, which has a number because there is such a site.
  await expect.element(tableRow("Hamar, Yard 2")).toMatchTextContent(/“Hamar, Yard”, no coordinates.*choose one/);
  await button("Create Hamar, Yard 2").click();
  await dialog("New Site").getByLabelText("Time Zone").selectOptions("Europe/Oslo");
  await dialog("New Site").getByRole("button", { name: "Create" }).click();
  await expect.element(page.getByText("Created Hamar, Yard 2")).toBeVisible();
  expect(server.requestsTo(createSites)[0]?.body).toMatchObject({
    sites: [{ time_zone: "Europe/Oslo", lat: null, stations: ["gc-000000000001", "gc-000000000002"] }],
  });
});

test("a suggested site whose name is taken is created in a form under another one", async () => {
  const { server } = open({ suggestions: [sampleSuggestion()] });
  server.on(createSites, async () => {
    throw new Rejection(409, "The organization has a site with this name. Choose another name.");
  });
  await button("Create Reno").click();
  await expect.element(page.getByText(/has a site with this name/)).toBeVisible();
  await expect.element(dialog("New Site").getByLabelText("Name")).toHaveValue("Reno");
});

test("what is entered about a site is checked", async () => {
  const { server } = open();
  await expect.element(page.getByText("No sites yet")).toBeVisible();
  await button("New Site").click();
  const form = dialog("New Site");
  await form.getByLabelText("Name").fill("Doca 2");
  await form.getByLabelText("Latitude").fill("91");
  await form.getByLabelText("Radius in Meters").fill("40");
  await form.getByRole("button", { name: "Create" }).click();
  await expect.element(form.getByLabelText("Latitude")).toHaveAccessibleDescription(/Enter −90 to 90°/);
  await expect.element(form.getByLabelText("Radius in Meters")).toHaveAccessibleDescription(/Enter 50 to 5,000 meters/);
  expect(server.requestsTo(createSites)).toEqual([]);
});

test("what is edited stays when someone else saves the site meanwhile; one that rules use is not deleted", async () => {
  const { server, state } = open({ sites: [sampleSite({ rules: 2 })] });
  await button("Edit Lisbon, Doca 1").click();
  const form = dialog("Edit Lisbon, Doca 1");
  await form.getByLabelText("Name").fill("Doca 1");
  state.sites = [sampleSite({ rev: 2, rules: 2, radius_m: 800 })];
  await form.getByRole("button", { name: "Save" }).click();
  await expect.element(form.getByText(/Someone changed the radius\..*Save again/)).toBeVisible();
  await pressAndConfirm(form, "Delete");
  await expect.element(page.getByText(/Used by 2 rules\./)).toBeVisible();
  await form.getByRole("button", { name: "Save" }).click();
  await expect.element(tableRow("Doca 1")).toBeVisible();
  expect(server.requestsTo(changeSite).at(-1)?.body).toMatchObject({ name: "Doca 1", rev: 2 });
});

test("a tag is created as a caution", async () => {
  const { server } = open();
  await button("New Tag").click();
  const form = dialog("New Station Tag");
  await form.getByLabelText("Name").fill("Crane nearby");
  await form.getByRole("radio", { name: "Caution" }).click();
  await form.getByRole("button", { name: "Create" }).click();
  await expect.element(form.getByLabelText("Name")).toHaveAccessibleDescription(/Use 1 to 30 characters from a-z/);
  await form.getByLabelText("Name").fill("crane-nearby");
  await form.getByRole("button", { name: "Create" }).click();
  await expect.element(page.getByRole("list", { name: "Tags" })).toMatchTextContent("crane-nearby");
  expect(server.requestsTo(createStationTag)[0]?.body).toEqual({
    name: "crane-nearby",
    meaning: "caution",
    note: "",
    org_id: 2,
  });
});

test("tags are saved as a file, and admins import sites and tags from such files", async () => {
  const server = startFakeConsole();
  serveSites(server, { tags: [sampleStationTag()] });
  openConsole("/manage/sites");
  const card = (name: string) => page.getByRole("region", { name, exact: true });
  const link = (name: string) => card(name).getByRole("link", { name: "Import CSV" });
  await expect.element(link("Sites")).toHaveAttribute("href", "/manage/import?kind=sites");
  await expect.element(link("Tags")).toHaveAttribute("href", "/manage/import?kind=station_tags");
  const files = watchDownloads();
  await card("Tags").getByRole("button", { name: "Download CSV" }).click();
  await expect.poll(() => files.map(({ name }) => name)).toEqual([expect.stringMatching(/^STATION_TAGS_\S+\.csv$/)]);
  expect(files[0]?.text).toMatch(/^\uFEFFTag,Organization,Meaning,Note,Stations\r\nbeta,/);
});

test("the page says how many stations have no site", async () => {
  const station = (name: string, differences = {}) =>
    onlineStation({ name, org_id: 2, organization_name: "Harbor Air", ...differences });
  const stations = [
    station("gc-000000000001", { site_id: 1, site_name: "Lisbon, Doca 1" }),
    station("gc-000000000002"),
    station("gc-000000000003", { org_id: 3, organization_name: "Skyline" }),
  ];
  const server = startFakeConsole({ stations });
  serveSites(server, { sites: [sampleSite()] });
  servePages(server, () => stations);
  openConsole("/manage/sites");
  const rest = "Alerts group those by coordinates or location.";
  await expect.element(page.getByText(`2 of 3 stations have no site. ${rest}`)).toBeVisible();
  await button("Organization: All").click();
  await page.getByRole("radio", { name: "Harbor Air" }).click();
  await expect.element(page.getByText(`1 of 2 stations has no site. ${rest}`)).toBeVisible();
});

test("a list that is cut says so", async () => {
  const tags = Array.from({ length: PLACES_LISTED_MAX }, (_, at) =>
    sampleStationTag({ id: at + 1, name: `tag-${at}` }),
  );
  open({ tags });
  const limit = page.getByRole("region", { name: "Tags" }).getByText("Only the first 10,000 are listed.");
  await expect.element(limit).toBeVisible();
});
