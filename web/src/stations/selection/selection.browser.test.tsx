import { bulkImages, bulkMaintenance, bulkMove, bulkRetire, undoBulkAct } from "@groundcrew/shared/bulk-acts";
import { wholeNumber } from "@groundcrew/shared/lib";
import { listStations, type Station } from "@groundcrew/shared/stations";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { watchDownloads } from "../../../test/downloads.ts";
import { sampleOutcome, serveBulkActs } from "../../../test/fake-bulk-acts.ts";
import { admin, customer, onlineStation, startFakeConsole } from "../../../test/fake-console.ts";
import { dialog } from "../../../test/find.ts";
import { openConsole, resizeWindow } from "../../../test/open-console.tsx";

const bar = page.getByRole("region", { name: "Selected stations" });
const box = (nth: number) => page.getByRole("checkbox", { name: `Select Atlas 000${nth}` });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const nameOf = (nth: number) => `gc-${String(nth).padStart(12, "0")}`;

const station = (nth: number, differences: Partial<Station> = {}) =>
  onlineStation({
    name: nameOf(nth),
    serial_number: `Atlas ${String(nth).padStart(4, "0")}`,
    location: null,
    ...differences,
  });
const stations = (count: number) => Array.from({ length: count }, (_, index) => station(index + 1));

const path = (query = "") => `/?stations-type=&stations-sort=serial_number${query}`;

/** Opens the list, and selects all its stations. */
async function selectAll(listed: Station[], query = "", user = admin) {
  const server = startFakeConsole({ user, stations: listed });
  const acts = serveBulkActs(server);
  openConsole(path(query));
  await button("Select").click();
  await bar.getByRole("button", { name: `Select all ${wholeNumber(listed.length)} of this filter` }).click();
  return { server, acts };
}

// @spec R6.1
test("stations are selected one by one, as a range and all at once", async () => {
  startFakeConsole({ stations: stations(5) });
  openConsole(path());
  await button("Select").click();
  await expect.element(bar).toMatchTextContent(/0 selected/);
  // In a wide window, rows still show what type of station they are.
  await expect.element(page.getByRole("button", { name: /^Atlas: copy station name/ }).first()).toBeVisible();
  await box(1).click();
  await box(3).click({ modifiers: ["Shift"] });
  await expect.element(bar).toMatchTextContent(/3 selected/);
  await bar.getByRole("button", { name: "Select all 5 of this filter" }).click();
  await expect.element(box(5)).toBeChecked();
  await box(5).click();
  await expect.element(bar).toMatchTextContent(/4 selected/);
});

// @spec R6.1
test("what is selected stays so when it is not listed any longer", async () => {
  startFakeConsole({ stations: stations(3) });
  openConsole(path());
  await button("Select").click();
  await box(1).click();
  await box(2).click();
  await page.getByRole("searchbox").fill("Atlas 0002");
  await expect.element(bar).toMatchTextContent(/2 selected.*1 of them not in this filter/);
  await bar.getByRole("button", { name: "Clear" }).click();
  await expect.element(bar).toMatchTextContent(/0 selected/);
});

test("a selected station that is moved out of sight is counted as such, and not as selected", async () => {
  const server = startFakeConsole({ stations: stations(3) });
  openConsole(path());
  await button("Select").click();
  await box(1).click();
  await box(2).click();
  server.on(listStations, async () => ({
    status: 200 as const,
    body: [{ name: nameOf(2), removed: true as const }],
    headers: { etag: '"2"', "x-as-of": new Date().toISOString() },
  }));
  await button("Refresh").click();
  await expect.element(bar).toMatchTextContent(/1 selected.*1 was deselected because it is no longer in your list/);
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(page.getByRole("group", { name: "1 selected station" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await bar.getByRole("button", { name: "Clear" }).click();
  await expect.element(bar).not.toMatchTextContent(/deselected/);
});

// @spec R6.1
test("the heading of a group selects its stations, and says whether some or all of them are", async () => {
  const field = { organization_name: "Northfield", org_id: 3 };
  startFakeConsole({ stations: [station(1), station(2), station(3, field)] });
  openConsole(path("&stations-group=organization"));
  await button("Select").click();
  const harbor = page.getByRole("checkbox", { name: "Select all 2 of Harbor Air" });
  await harbor.click();
  await expect.element(bar).toMatchTextContent(/2 selected/);
  await expect.element(harbor).toBeChecked();
  await box(1).click();
  await expect.element(harbor).toBePartiallyChecked();
  await expect.element(page.getByRole("checkbox", { name: "Select all 1 of Northfield" })).not.toBeChecked();
});

// @spec R6.2
test("X selects the row with the focus, Ctrl+A all rows, and Escape ends the selection", async () => {
  startFakeConsole({ stations: stations(3) });
  openConsole(path());
  await expect.element(button("Select")).toBeVisible();
  const details = page.getByRole("button", { name: "Details of Atlas 0002" }).element();
  if (!(details instanceof HTMLElement)) throw new Error("A button is an HTML element.");
  details.focus();
  await userEvent.keyboard("x");
  await expect.element(box(2)).toBeChecked();
  for (const _ of [1, 2]) {
    await userEvent.keyboard("{Control>}a{/Control}");
    await expect.element(bar).toMatchTextContent(/3 selected/);
  }
  await userEvent.keyboard("{Escape}");
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(box(2)).not.toBeInTheDocument();
});

// @spec R6.4
test("a dialog says before what changes and what is left out and why; afterwards the act can be undone", async () => {
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const maintenance = { id: 7, why: "Belt", by: null, from: "2026-05-01T08:00:00.000Z", until };
  const retired = station(3, { retired: "2026-05-01T08:00:00.000Z" });
  const { server } = await selectAll(
    [station(1), station(2, { maintenance }), retired, station(4, { org_id: 9, organization_name: "Northfield" })],
    "&stations-f-retired=1",
  );
  await bar.getByRole("button", { name: "Maintenance", exact: true }).click();
  await expect.element(dialog()).toMatchTextContent(/4 stations of 2 organizations/);
  const rows = dialog().getByRole("row");
  await expect.element(rows.nth(1)).toMatchTextContent(/^Maintenance no → becomes until .*2$/);
  await expect
    .element(rows.nth(2))
    .toMatchTextContent(/^Already in maintenance until .* \(Atlas 0002\), stays as it is1$/);
  await expect.element(rows.nth(3)).toMatchTextContent("Left out: retired (Atlas 0003)1");
  await dialog().getByRole("textbox", { name: "Reason" }).fill("Firmware 1.4.3");
  await dialog().getByRole("button", { name: "Begin on 2 Stations" }).click();
  const names = [1, 2, 3, 4].map(nameOf);
  await expect
    .poll(() => server.requestsTo(bulkMaintenance).map(({ body }) => body))
    .toMatchObject([{ stations: names, why: "Firmware 1.4.3" }]);
  await button("Undo").click();
  await expect.poll(() => server.requestsTo(undoBulkAct)).toHaveLength(1);
  await expect.element(page.getByText("Undone on 4 stations.")).toBeVisible();
});

// @spec R6.5
test("moving takes two presses, and the organization", async () => {
  const { server } = await selectAll(stations(2));
  await bar.getByRole("button", { name: "Move" }).click();
  await expect.element(dialog().getByRole("button", { name: "Move Stations", exact: true })).toBeDisabled();
  await dialog().getByRole("combobox", { name: "Organization" }).click();
  await page.getByRole("radio", { name: "Groundcrew", exact: true }).click();
  const move = dialog().getByRole("button", { name: /Move \d Stations/ });
  await move.click();
  await expect.element(page.getByText("Press again within 3 seconds to move 2 stations.")).toBeInTheDocument();
  expect(server.requestsTo(bulkMove)).toEqual([]);
  await dialog()
    .getByRole("button", { name: /Are You Sure/ })
    .click();
  await expect.poll(() => server.requestsTo(bulkMove)).toHaveLength(1);
});

// @spec R6.5
test("retiring is under More and takes two presses", async () => {
  const { server } = await selectAll(stations(2));
  await bar.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Retire" }).click();
  await dialog().getByRole("button", { name: "Retire 2 Stations" }).click();
  await dialog()
    .getByRole("button", { name: /Are You Sure/ })
    .click();
  await expect.poll(() => server.requestsTo(bulkRetire)).toHaveLength(1);
  await expect.element(page.getByText("Retired 2 stations.")).toBeVisible();
});

// @spec R8.7
test("a dialog says which of the stations have caution tags", async () => {
  await selectAll([station(1, { tags: ["crane-nearby"], cautions: ["crane-nearby"] }), station(2)]);
  for (const name of ["Maintenance", "New Entry", "Take New Images", "Move"]) {
    await bar.getByRole("button", { name, exact: true }).click();
    await expect.element(dialog()).toMatchTextContent(/Tagged crane-nearby: Atlas 0001/);
    await dialog().getByRole("button", { name: "Cancel" }).click();
  }
});

// @spec R6.7
test("images are taken while a dialog shows each station; failed ones are tried again, and a report is saved", async () => {
  const { server, acts } = await selectAll([...stations(2), station(3, { last_online_status: false })]);
  await bar.getByRole("button", { name: "Take New Images" }).click();
  await expect.element(dialog()).toMatchTextContent(/Left out: offline \(Atlas 0003\)\. Nothing is kept for later/);
  await dialog().getByRole("button", { name: "Begin on 2 Stations" }).click();
  await expect.poll(() => server.requestsTo(bulkImages).map(({ body }) => body)).toMatchObject([{ lights_on: true }]);
  await expect.element(dialog()).toMatchTextContent(/Take New Images, lights on.*0 of 3 done.*3 waiting.*8 at a time/);
  const [act] = acts;
  if (!act) throw new Error("No act has begun.");
  act.stations = [
    sampleOutcome(nameOf(1), "failed", { detail: "The station did not answer within 8 s." }),
    sampleOutcome(nameOf(2), "done", { images: 7 }),
  ];
  await expect.element(dialog()).toMatchTextContent(/1 of 2 done.*1 failed/);
  await expect.element(dialog().getByRole("row").nth(1)).toMatchTextContent(/Failed.*did not answer within 8 s/);
  const files = watchDownloads();
  await dialog().getByRole("button", { name: "Report" }).click();
  await expect.poll(() => files[0]?.text).toMatch(/Failed,The station did not answer within 8 s\.[\s\S]*Done,7 images/);
  await dialog().getByRole("button", { name: "Retry 1 Failed" }).click();
  await dialog().getByRole("button", { name: "Stop the Rest" }).click();
  await expect.element(dialog()).toMatchTextContent(/1 of 2 done.*1 left out/);
});

test("a manager sees which stations are not theirs to maintain", async () => {
  await selectAll([station(1), station(2, { org_id: 9, organization_name: "Northfield" })], "", {
    ...customer,
    can_manage: true,
  });
  await bar.getByRole("button", { name: "Maintenance", exact: true }).click();
  await expect.element(dialog()).toMatchTextContent(/Left out: not yours to change \(Atlas 0002\)/);
});

test("an incident says how many alerts it sends", async () => {
  await selectAll(stations(3));
  await bar.getByRole("button", { name: "New Entry" }).click();
  await dialog()
    .getByRole("button", { name: /Needs action/i })
    .click();
  await expect.element(dialog()).not.toMatchTextContent(/Sends/);
  await dialog().getByRole("textbox", { name: "Tags" }).fill("OPS");
  await expect.element(dialog()).toMatchTextContent(/Sends 3 alerts: each station's to each target of the tags\./);
});

test("what an act has done can be seen for a day", async () => {
  const server = startFakeConsole({ stations: stations(1) });
  serveBulkActs(server, [
    {
      id: 4,
      kind: "move",
      created: new Date(Date.now() - 3_600_000).toISOString(),
      undo_until: null,
      undone: null,
      lights_on: null,
      stations: [
        sampleOutcome(nameOf(1), "kept", { reason: { code: "changed", at: null } }),
        sampleOutcome(nameOf(2), "left_out", { reason: { code: "organization", at: null } }),
      ],
    },
  ]);
  openConsole(path());
  await button("Recent Acts").click();
  await page.getByRole("menuitem", { name: /Move, 1 station/ }).click();
  await expect
    .element(dialog())
    .toMatchTextContent(/Kept.*Somebody has changed it since\..*Left out.*Already in this organization\./);
  await expect.element(dialog().getByRole("button", { name: "Undo" })).not.toBeInTheDocument();
});

test("in a narrow window the acts are in one menu", async () => {
  await resizeWindow(360, 700);
  const server = startFakeConsole({ stations: stations(2) });
  openConsole(path());
  await button("Select").click();
  await box(2).click();
  await expect.element(bar.getByRole("button", { name: "Maintenance" })).not.toBeInTheDocument();
  await bar.getByRole("button", { name: "Actions" }).click();
  const items = page.getByRole("menuitem").elements();
  expect(items.map(({ textContent }) => textContent)).toEqual([
    "Select all 2 of this filter",
    "Maintenance",
    "New Entry",
    "Take New Images",
    "Move",
    "CSV",
    "Site and Tags",
    "Change by CSV",
    "Assign Errors",
    "Restore",
    "Retire",
  ]);
  await page.getByRole("menuitem", { name: "Select all 2 of this filter" }).click();
  await expect.element(bar).toMatchTextContent(/2 selected/);
  await bar.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Take New Images" }).click();
  await dialog().getByRole("button", { name: "Begin on 2 Stations" }).click();
  await expect.poll(() => server.requestsTo(bulkImages)).toHaveLength(1);
});

test("users can take images of what they see and save it, and nothing else", async () => {
  startFakeConsole({ user: customer, stations: stations(1) });
  openConsole(path());
  await button("Select").click();
  await box(1).click();
  for (const name of ["Take New Images", "CSV"]) await expect.element(bar.getByRole("button", { name })).toBeVisible();
  for (const name of ["Maintenance", "New Entry", "Move", "More"]) {
    await expect.element(bar.getByRole("button", { name })).not.toBeInTheDocument();
  }
});
