import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { changeSavedView, createSavedView, listSavedViews, setDefaultView } from "@groundcrew/shared/saved-views";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { listStationPage, listStations } from "@groundcrew/shared/stations";
import { admin, customer, onlineStation, startFakeConsole } from "../../test/fake-console.ts";
import { NO_STATION_PAGE } from "../../test/fake-pages.ts";
import { sampleView, serveSavedViews } from "../../test/fake-saved-views.ts";
import { openConsole } from "../../test/open-console.tsx";

const STATIONS = () => [
  onlineStation({ name: "gc-000000000001", serial_number: "Atlas 0001", swaps_performed: 5 }),
  onlineStation({ name: "gc-000000000002", serial_number: "Atlas 0002", swaps_performed: 900 }),
  onlineStation({ name: "gc-000000000003", serial_number: "Uni-0003", station_type: "universal" }),
];

type Options = { views?: Parameters<typeof serveSavedViews>[1]; user?: SessionUser };

function open(path: string, { views = [sampleView()], user = admin }: Options = {}) {
  const server = startFakeConsole({ user, stations: STATIONS() });
  const state = serveSavedViews(server, views, user);
  const { router, close } = openConsole(path);
  return { server, state, close, address: () => decodeURIComponent(router.history.location.href) };
}

const dialog = (name = "") => page.getByRole("dialog", { name });
const button = (name: string | RegExp) => page.getByRole("button", { name });
const item = (name: string | RegExp) => page.getByRole("menu", { name: "Views" }).getByRole("menuitem", { name });
const radio = (name: string | RegExp) => page.getByRole("menuitemradio", { name });
const station = (serial: string) => page.getByText(serial, { exact: true });
const sort = (label: string) => button(`Sort: ${label}`);

async function choose(option: string) {
  await button(/^Sort:/).click();
  await radio(option).click();
}

// @spec R7.2
test("a list is saved as a view, which its address then names, and other settings beside it", async () => {
  const { server, address } = open("/?stations-sort=swaps&stations-map=1,2,3&stations-q=atlas", { views: [] });
  await button("Views").click();
  await item("Save as New View…").click();
  await dialog("Save as New View").getByRole("button", { name: "Save View" }).click();
  await expect.element(dialog().getByText("Enter a name.")).toBeVisible();
  await dialog().getByLabelText("Name").fill("Night shift");
  await dialog().getByRole("radio", { name: "Everyone in Groundcrew" }).click();
  await dialog().getByRole("button", { name: "Save View" }).click();
  await expect.element(page.getByText("Saved “Night shift”")).toBeVisible();
  await expect.poll(address).toBe("/?view=100");
  expect(server.requestsTo(createSavedView)[0]?.body).toEqual({
    name: "Night shift",
    shared: true,
    settings: { "stations-sort": "swaps", "stations-q": "atlas" },
  });
  await expect.element(button(/^View: Night shift$/)).toBeVisible();
  await expect.element(sort("Swaps")).toBeVisible();
  await choose("Default");
  await expect.poll(address).toBe("/?view=100&stations-sort=default");
  await expect.element(button("View: Night shift, changed")).toBeVisible();
});

// @spec R7.2
test("an address with a view and what differs from it opens the list with both", async () => {
  const { address } = open("/?view=12&stations-group=organization&stations-q=");
  await expect.element(sort("Swaps")).toBeVisible();
  await expect.element(button("Group: Organization")).toBeVisible();
  await expect
    .element(
      page
        .getByRole("listitem", { name: /Atlas 0002/ })
        .or(page.getByText("Atlas 0002"))
        .first(),
    )
    .toBeVisible();
  expect(address()).toBe("/?view=12&stations-group=organization&stations-q=");
  await button("View: Night shift, changed").click();
  await expect.element(radio(/Night shift/)).toBeChecked();
  await expect.element(radio(/Night shift/)).toMatchTextContent("Changed");
  await item("Undo Changes").click();
  await expect.poll(address).toBe("/?view=12");
  await expect.element(button("Group: None")).toBeVisible();
  await expect.element(button(/^View: Night shift$/)).toBeVisible();
});

test("the list is first loaded with the settings of its view", async () => {
  const { server } = open("/?view=12", { views: [sampleView({ settings: { "stations-type": "universal" } })] });
  const types: unknown[] = [];
  server.on(listStationPage, async ({ query }) => {
    types.push(query.station_type);
    return { status: 200 as const, body: NO_STATION_PAGE };
  });
  await expect.element(station("Uni-0003")).toBeVisible();
  await expect.element(station("Atlas 0001")).not.toBeInTheDocument();
  expect(types).toEqual(["universal"]);
  expect(server.requestsTo(listStations)).toHaveLength(1);
  expect(server.requestsTo(listSavedViews)).toHaveLength(1);
});

test("a view that only its owner sees is saved at once", async () => {
  const { server, address } = open("/?view=12&stations-group=organization");
  await button(/^View:/).click();
  await item("Save Changes to “Night shift”").click();
  await expect.element(page.getByText("Saved changes to “Night shift”")).toBeVisible();
  await expect.poll(address).toBe("/?view=12");
  await expect.element(button(/^View: Night shift$/)).toBeVisible();
  await expect.element(button("Group: Organization")).toBeVisible();
  expect(server.requestsTo(changeSavedView).map(({ body }) => body)).toEqual([
    {
      name: "Night shift",
      shared: false,
      rev: 1,
      settings: { "stations-sort": "swaps", "stations-group": "organization" },
    },
  ]);
});

// @spec R7.3
test("before a shared view changes, the dialog says for how many people, and what somebody else has changed meanwhile", async () => {
  const shared = sampleView({ shared: true, people: 14 });
  const { server, state, address } = open("/?view=12&stations-group=organization", { views: [shared] });
  await button(/^View:/).click();
  await item("Save Changes to “Night shift”…").click();
  await expect.element(dialog("Save Changes").getByText("Changes it for 14 people.")).toBeVisible();
  state.views = [{ ...shared, settings: { "stations-sort": "uptime" }, changed_by: "Sam Operator", rev: 2 }];
  await dialog().getByRole("button", { name: "Save Changes" }).click();
  await expect
    .element(
      dialog().getByText("Sam Operator changed the order. Your changes are not saved yet. Save again to apply them."),
    )
    .toBeVisible();
  // What was not changed here is as the other person has it.
  await expect.element(sort("Uptime")).toBeInTheDocument();
  expect(state.views[0]?.rev).toBe(2);
  await dialog().getByRole("button", { name: "Save Changes" }).click();
  await expect.element(page.getByText("Saved changes to “Night shift”")).toBeVisible();
  expect(state.views[0]?.settings).toEqual({ "stations-sort": "uptime", "stations-group": "organization" });
  expect(server.requestsTo(changeSavedView)).toHaveLength(2);
  await expect.poll(address).toBe("/?view=12");
  await expect.element(dialog()).not.toBeInTheDocument();
});

test("somebody else's view is saved as a new one by others than managers", async () => {
  const views = [sampleView({ shared: true, is_mine: false, by: "Sam Operator", people: 2 })];
  open("/?view=12&stations-group=organization", { views, user: customer });
  await button(/^View:/).click();
  await expect.element(page.getByText("by Sam Operator")).toBeVisible();
  await expect.element(item("Save as New View…")).toBeVisible();
  await expect.element(item(/^Save Changes/)).not.toBeInTheDocument();
  await item("More about Night shift").click();
  const more = page.getByRole("menu", { name: "More about Night shift" });
  await expect.element(more.getByRole("menuitem", { name: "Copy Link" })).toBeVisible();
  await expect.element(more.getByRole("menuitem", { name: "Delete…" })).not.toBeInTheDocument();
});

// @spec R7.5
test("a view that does not exist says so over the list", async () => {
  const { address } = open("/?view=7");
  await expect.element(page.getByText("This view is gone.")).toBeVisible();
  await expect.element(station("Atlas 0001")).toBeVisible();
  await button("Show All Stations").click();
  await expect.element(station("Uni-0003")).toBeVisible();
  await expect.element(page.getByText("This view is gone.")).not.toBeInTheDocument();
  expect(address()).toBe("/?view=all");
});

// @spec R7.5
test("a list stays as it is when somebody else deletes its view", async () => {
  const { state } = open("/?view=12", { views: [sampleView({ shared: true })] });
  await expect.element(sort("Swaps")).toBeVisible();
  state.views = [];
  await button(/^View:/).click();
  await item("More about Night shift").click();
  await page.getByRole("menuitem", { name: "Stop Sharing…" }).click();
  await dialog().getByRole("button", { name: "Stop Sharing" }).click();
  await expect.element(page.getByText("This view is gone.")).toBeInTheDocument();
  await expect.element(sort("Swaps")).toBeInTheDocument();
});

test("sharing a view whose owner was deleted cannot be stopped, since nobody would see it", async () => {
  open("/", { views: [sampleView({ shared: true, is_mine: false, by: null })] });
  await button("Views").click();
  await item("More about Night shift").click();
  await expect.element(page.getByRole("menuitem", { name: "Delete…" })).toBeVisible();
  await expect.element(page.getByRole("menuitem", { name: "Stop Sharing…" })).not.toBeInTheDocument();
});

test("a view with a setting that the list no longer has opens without it", async () => {
  const settings = { "stations-sort": "swaps", "stations-gone": "1", "stations-group": "moons" };
  open("/?view=12", { views: [sampleView({ settings })] });
  await expect.element(sort("Swaps")).toBeVisible();
  await expect.element(button(/^View: Night shift$/)).toBeVisible();
});

// @spec R7.4
test("the list opens with the default of the user, who can still have none", async () => {
  const { address, server } = open("/", { user: { ...admin, default_view: 12 } });
  await expect.poll(address).toBe("/?view=12");
  await expect.element(sort("Swaps")).toBeVisible();
  await button(/^View:/).click();
  await item("More about Night shift").click();
  await page.getByRole("menuitemcheckbox", { name: "My Default" }).click();
  await expect.poll(() => server.requestsTo(setDefaultView).map(({ body }) => body)).toEqual([{ view: null }]);
  await page.getByRole("link", { name: "Stations" }).click();
  await expect.poll(address).toBe("/");
});

test("with a default, a list without a view stays without one", async () => {
  const { address } = open("/?stations-q=atlas", { user: { ...admin, default_view: 12 } });
  await page.getByRole("searchbox").fill("");
  await expect.poll(address).toBe("/?view=none");
  await expect.element(button("Views")).toBeVisible();
  await expect.element(sort("Default")).toBeVisible();
});

test("a view is renamed, shared and deleted, and the list stays as it is", async () => {
  const { state, address } = open("/?view=12");
  const more = async (act: string) => {
    await button(/^View:/).click();
    await item(/^More about/).click();
    await page.getByRole("menuitem", { name: act }).click();
  };
  await more("Rename…");
  await dialog("Rename a View").getByLabelText("Name").fill("Day shift");
  await dialog().getByRole("button", { name: "Rename" }).click();
  await expect.element(button("View: Day shift")).toBeVisible();
  await more("Share with Groundcrew");
  await expect.poll(() => state.views[0]).toMatchObject({ name: "Day shift", shared: true });
  await more("Delete…");
  await dialog("Delete a View").getByRole("button", { name: "Delete" }).click();
  await expect.poll(address).toBe("/?stations-sort=swaps");
  await expect.element(button("Views")).toBeVisible();
  expect(state.views).toEqual([]);
});

test("everyone has views of all stations, and of those that need a person, with their number", async () => {
  const { address } = open("/", { views: [] });
  await expect.element(station("Atlas 0001")).toBeVisible();
  await button("Views").click();
  await expect.element(radio("Needs a person 3")).toBeVisible();
  await radio("All stations").click();
  await expect.poll(address).toBe("/?view=all");
  await expect.element(station("Uni-0003")).toBeVisible();
});

test("the menu is used by keyboard alone", async () => {
  const { address } = open("/", { views: [sampleView()] });
  await expect.element(station("Atlas 0001")).toBeVisible();
  await expect.element(button("Views")).toBeVisible();
  button("Views").element().focus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(radio("All stations")).toHaveFocus();
  await userEvent.keyboard("n");
  await expect.element(radio(/^Needs/)).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  await expect.element(page.getByRole("menuitem", { name: "Rename…" })).toHaveFocus();
  await userEvent.keyboard("{End}{ArrowUp}");
  await expect.element(page.getByRole("menuitem", { name: "Copy Link" })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(item("More about Night shift")).toHaveFocus();
  await userEvent.keyboard("{ArrowUp}{Enter}");
  await expect.poll(address).toBe("/?view=12");
  await expect.element(button("View: Night shift")).toHaveFocus();
});

test("the link to a list with the default settings does not open the default view of others", async () => {
  const copied: string[] = [];
  const write = vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => void copied.push(text));
  onTestFinished(() => write.mockRestore());
  const links = [];
  for (const path of ["/?view=none", "/"]) {
    const { close } = open(path);
    await button("Copy a link to this view").click();
    await expect.poll(() => copied).toHaveLength(links.push(`${location.origin}/?view=none`));
    close();
  }
  expect(copied).toEqual(links);
});

test("closing the side panel leaves the list of a link as it is, also with a default view", async () => {
  const { address } = open("/?peek=gc-000000000001", { user: { ...admin, default_view: 12 } });
  const panel = page.getByRole("complementary", { name: "Atlas 0001" });
  await expect.element(panel).toBeVisible();
  await panel.getByRole("button", { name: "Close (Esc)" }).click();
  await expect.element(panel).not.toBeInTheDocument();
  await expect.poll(address).toBe("/?view=none");
  await expect.element(sort("Default")).toBeVisible();
});

// @spec R7.6
test("the link beside the filters has all settings, since others may not see the view", async () => {
  const copied: string[] = [];
  const write = vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => void copied.push(text));
  onTestFinished(() => write.mockRestore());
  open("/?view=12&stations-group=organization");
  await button("Copy a link to this view").click();
  await expect.poll(() => copied).toEqual([`${location.origin}/?stations-sort=swaps&stations-group=organization`]);
});
