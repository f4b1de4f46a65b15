import { saveReplaceables, saveSsotEntry } from "@groundcrew/shared/ssot";
import { listStations } from "@groundcrew/shared/stations";
import { describe, expect, onTestFinished, test } from "vitest";
import { page, type Locator } from "vitest/browser";
import { customer, startFakeConsole } from "../../test/fake-console.ts";
import { serveSsot } from "../../test/fake-ssot.ts";
import { numberedStation, numberedStations, stationName } from "../../test/fake-stations.ts";
import { focusOn } from "../../test/find.ts";
import { openConsole, resizeWindow } from "../../test/open-console.tsx";

const VARIATION = "/ssot/hw-variation";
const first = stationName(1);
const table = (name: string) => page.getByRole("table", { name, exact: true });
const notes = page.getByLabelText("Notes of Atlas 0001");
const address = page.getByLabelText("Address of Atlas 0001");
const save = page.getByRole("button", { name: /^(Save|Add) Atlas 0001$/ });
const question = page.getByRole("dialog", { name: "Unsaved Changes" });
const follow = (name: string) => page.getByRole("link", { name }).click();

/** Opens a page with a number of stations, of which the first has an SSoT entry and replaceables. */
function openEntries(path = VARIATION, count = 2) {
  const stations = numberedStations(count);
  const server = startFakeConsole({ stations });
  const ssot = serveSsot(server, stations, {
    [first]: { ssot: { notes: "checked", address: "Dock 4" }, replaceables: { belts: false } },
  });
  return { server, ssot, ...openConsole(path) };
}

function headingTexts(name: string): string[] {
  return table(name)
    .getByRole("columnheader")
    .elements()
    .map(({ textContent }) => textContent);
}

describe("Hardware Variation", () => {
  // @spec 113.1, 113.2
  test("opens with the first station type, and serial numbers in descending order", async () => {
    openEntries();
    await expect
      .element(page.getByRole("button", { name: "Atlas", exact: true }))
      .toHaveAttribute("aria-pressed", "true");
    await expect.element(page.getByRole("button", { name: "Reverse order" })).toHaveAttribute("aria-pressed", "true");
    await expect.element(notes).toBeVisible();
    expect(headingTexts("Hardware Variation")).toEqual(expect.arrayContaining(["Address", "Notes"]));
    expect(headingTexts("Hardware Variation").slice(0, 4)).toEqual([
      "Dashboard ID",
      "Serial Number",
      "Actions",
      "Hardware Version",
    ]);
  });

  // @spec 184.2
  test("marks what was changed; only notes have several lines, and Undo leaves the focus in the field", async () => {
    openEntries();
    await notes.fill("first line\nsecond line");
    await expect.element(notes).toHaveValue("first line\nsecond line");
    await address.fill("Dock\n9");
    await expect.element(address).toHaveValue("Dock 9");
    const title = "This value has been modified from the latest revision";
    await expect.element(page.getByTitle(title).first()).toBeVisible();
    expect(page.getByTitle(title).length).toBe(2);
    const undo = page.getByRole("button", { name: "Undo the change to Address (Atlas 0001)" });
    await undo.click();
    await expect.element(undo).not.toBeInTheDocument();
    await expect.element(address).toHaveValue("Dock 4");
    await expect.element(address).toHaveFocus();
  });

  // @spec 113.4, 184.7
  test("keeps what was changed when it could not be saved, and says why", async () => {
    const { server } = openEntries();
    server.on(saveSsotEntry, async () => {
      throw new TypeError("Failed to fetch");
    });
    await notes.fill("mine");
    await save.click();
    await expect
      .element(page.getByRole("alert").filter({ hasText: "The change may have been saved." }))
      .toMatchTextContent("Unable to contact the server");
    await expect.element(notes).toHaveValue("mine");
    await expect.element(save).toBeEnabled();
  });

  // @spec 111.1, 177.6
  test("keeps what was changed through a refresh, scrolling and another order", async () => {
    const { server, ssot, client } = openEntries(VARIATION, 60);
    await page.getByRole("button", { name: "Reverse order" }).click();
    await notes.fill("mine");
    const { length: before } = server.requestsTo(listStations);
    ssot.save("ssot", first, { notes: "checked", address: "Dock 5" });
    void client.refetchQueries({ type: "active" });
    await expect.element(address).toHaveValue("Dock 5");
    expect(server.requestsTo(listStations)[before]?.headers.get("if-none-match")).not.toBeNull();
    await expect.element(notes).toHaveValue("mine");

    // The table keeps the row that has the focus.
    focusOn(page.getByRole("button", { name: "Reverse order" }));
    page.getByRole("group", { name: "Hardware Variation" }).element().scrollTo(0, 5_000);
    await expect.element(notes).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Reverse order" }).click();
    await page.getByRole("button", { name: "Reverse order" }).click();
    page.getByRole("group", { name: "Hardware Variation" }).element().scrollTo(0, 0);
    await expect.element(notes).toHaveValue("mine");
  });

  test("names the stations with unsaved changes that a filter hides", async () => {
    openEntries();
    await notes.fill("mine");
    await page.getByRole("button", { name: "Universal", exact: true }).click();
    await expect
      .element(page.getByText("Stations hidden by these filters have unsaved changes:"))
      .toMatchTextContent("Atlas 0001");
    await page.getByRole("button", { name: "Atlas", exact: true }).click();
    await expect.element(notes).toHaveValue("mine");
  });

  // @spec 113.4, 114.3, 184.7
  test("asks before unsaved changes are lost: Stay keeps them, Leave Without Saving discards them", async () => {
    const { router } = openEntries();
    await notes.fill("mine");
    await follow("Replaceables");
    await expect.element(question).toMatchTextContent(`Changes to SSoT data for station ${first} haven't been saved`);
    await question.getByRole("button", { name: "Stay" }).click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(notes).toHaveValue("mine");
    await follow("Replaceables");
    await question.getByRole("button", { name: "Leave Without Saving" }).click();
    await expect.poll(() => router.history.location.href).toMatch(/^\/ssot\/replaceables/);
    await follow("Hardware Variation");
    await expect.element(notes).toHaveValue("checked");
  });

  test("shows a change by someone else beside one's own, and Use theirs takes it", async () => {
    const { ssot } = openEntries();
    await notes.fill("mine");
    ssot.save("ssot", first, { notes: "theirs", address: "Dock 11" });
    await save.click();
    const note = page.getByText("(Note: there are new changes)");
    await expect.element(note).toBeVisible();
    await expect.element(page.getByText(/^Saved by someone else: theirs \(entry last saved /)).toBeVisible();
    await expect.element(notes).toHaveValue("mine");
    await expect.element(address).toHaveValue("Dock 11");
    await page.getByRole("button", { name: "Use theirs for Notes (Atlas 0001)" }).click();
    await expect.element(notes).toHaveValue("theirs");
    await expect.element(note).not.toBeInTheDocument();
  });

  // @spec 184.3
  test("saves again over a change by someone else that the user has seen", async () => {
    const { ssot } = openEntries();
    await notes.fill("mine");
    ssot.save("ssot", first, { notes: "theirs", address: "Dock 11" });
    await save.click();
    await expect.element(page.getByText("(Note: there are new changes)")).toBeVisible();
    await save.click();
    await expect.element(page.getByText("Saved", { exact: true })).toBeVisible();
    expect(ssot.latestRevision("ssot", first)).toMatchObject({ notes: "mine", address: "Dock 11" });
  });

  test("saves a row while the stations are loaded again after another row was saved", async () => {
    const { server, ssot } = openEntries();
    await notes.fill("one");
    await page.getByLabelText("Notes of Atlas 0002").fill("two");
    const { promise: isRequested, resolve: markRequested } = Promise.withResolvers<void>();
    server.on(listStations, async () => {
      markRequested();
      return new Promise(() => {});
    });
    await save.click();
    await isRequested;
    await page.getByRole("button", { name: "Add Atlas 0002" }).click();
    await expect.poll(() => ssot.latestRevision("ssot", stationName(2))).toMatchObject({ notes: "two" });
    expect(ssot.latestRevision("ssot", first)).toMatchObject({ notes: "one" });
  });

  test.each([1440, 800])(
    "keeps the serial number and Save in view while one edits far to the right at %i pixels",
    async (width) => {
      await resizeWindow(width);
      openEntries();
      await expect.element(notes).toBeInTheDocument();
      notes.element().scrollIntoView();
      await expect.element(notes).toBeInViewport();
      await expect.element(save).toBeInViewport({ ratio: 1 });
      await expect.element(page.getByRole("link", { name: "Atlas 0001" })).toBeInViewport({ ratio: 1 });
    },
  );

  test("prints all rows", async () => {
    openEntries(VARIATION, 60);
    await expect.element(notes.or(page.getByLabelText("Notes of Atlas 0060")).first()).toBeInTheDocument();
    expect(table("Hardware Variation").getByRole("row").length).toBeLessThan(60);
    window.dispatchEvent(new Event("beforeprint"));
    onTestFinished(() => void window.dispatchEvent(new Event("afterprint")));
    await expect.poll(() => table("Hardware Variation").getByRole("row").length).toBe(61);
  });

  // @spec 25.1, 111.1, 184.3, 226.1, 228.1, 228.2
  test("is read-only for users who are not admins, who see its history but neither replaceables nor swap counts", async () => {
    const stations = numberedStations(1);
    const server = startFakeConsole({ stations, user: customer });
    serveSsot(server, stations, { [first]: { ssot: { notes: "checked" } } });
    const { router } = openConsole(VARIATION);
    const requested: object[] = [];
    server.on(listStations, async ({ query }) => {
      requested.push(query);
      return { status: 200 as const, body: stations };
    });
    const links = page.getByRole("navigation", { name: "SSoT" }).getByRole("link");
    await expect
      .poll(() => links.elements().map(({ textContent }) => textContent))
      .toEqual(["Station Config", "Hardware Variation"]);
    await page.getByRole("button", { name: "SSoT history of Atlas 0001" }).click();
    await expect.element(page.getByRole("dialog", { name: "SSoT History" })).toMatchTextContent("checked");
    await page.getByRole("button", { name: "Close", exact: true }).click();
    expect(table("Hardware Variation").getByRole("textbox").elements()).toEqual([]);
    expect(headingTexts("Hardware Variation")).not.toContain("Actions");
    expect(page.getByRole("button", { name: /^(Save|Add) / }).elements()).toEqual([]);
    for (const name of ["replaceables", "swaps"]) {
      router.history.push(`/ssot/${name}`);
      await expect.poll(() => router.history.location.href).toBe("/ssot");
    }
    expect(requested.length).toBeGreaterThan(0);
    expect(requested.filter((query) => "include_replaceables" in query)).toEqual([]);
  });
});

describe("Replaceables", () => {
  // @spec 113.1, 113.7, 114.1
  test("are flags with a sum row; a station without an entry has the button Add", async () => {
    const { server } = openEntries("/ssot/replaceables");
    const sum = table("Replaceables")
      .getByRole("row")
      .filter({ has: page.getByRole("rowheader", { name: "Sum" }) })
      .getByRole("cell")
      .nth(2);
    await expect.element(sum).toHaveTextContent("0");
    const add = page.getByRole("button", { name: "Add Atlas 0002" });
    await expect.element(add).toBeDisabled();
    await replaceablesRow("Atlas 0002").getByRole("checkbox").first().click();
    await add.click();
    await expect.element(page.getByRole("button", { name: "Save Atlas 0002" })).toBeDisabled();
    await expect.element(sum).toHaveTextContent("1");
    expect(server.requestsTo(saveReplaceables)).toHaveLength(1);
  });

  // @spec 113.4, 184.7
  test("are named in the question about unsaved changes", async () => {
    openEntries("/ssot/replaceables");
    await replaceablesRow("Atlas 0001").getByRole("checkbox").first().click();
    await follow("Swap Counts");
    await expect
      .element(question)
      .toMatchTextContent(`Changes to replaceables data for station ${first} haven't been saved`);
  });
});

function replaceablesRow(serial: string): Locator {
  return table("Replaceables")
    .getByRole("row")
    .filter({ has: page.getByText(serial, { exact: true }) });
}

// @spec 113.6, 114.2
test.each([
  [
    "hw-variation",
    "There are no stations with hardware variation data.",
    "Hardware variation information for this station type isn't available yet.",
  ],
  [
    "replaceables",
    "There are no stations with replaceables data.",
    "Replaceables information for this station type isn't available yet.",
  ],
])(
  "an empty table of %s says so, for the first station type, the others and the filters",
  async (name, first, others) => {
    startFakeConsole({ stations: [] });
    const { close } = openConsole(`/ssot/${name}`);
    await expect.element(page.getByText(first)).toBeVisible();
    await page.getByRole("button", { name: "Universal", exact: true }).click();
    await expect.element(page.getByText(others)).toBeVisible();
    close();
    startFakeConsole({ stations: [numberedStation(1)] });
    openConsole(`/ssot/${name}?stations-q=no-such-station`);
    await expect.element(page.getByText("No stations match your currently selected filters.")).toBeVisible();
  },
);
