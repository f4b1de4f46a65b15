import { bulkRetire } from "@groundcrew/shared/bulk-acts";
import { listStations, type Station } from "@groundcrew/shared/stations";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { serveBulkActs } from "../../../test/fake-bulk-acts.ts";
import { admin, customer, startFakeConsole } from "../../../test/fake-console.ts";
import type { FakeServer } from "../../../test/fake-server.ts";
import { numberedStation, numberedStations, stationName } from "../../../test/fake-stations.ts";
import { dialog, focusOn } from "../../../test/find.ts";
import { openConsole } from "../../../test/open-console.tsx";

const bar = page.getByRole("region", { name: "Selected stations" });
const button = (name: string) => page.getByRole("button", { name, exact: true });

/** Opens the list, and selects all its stations. */
async function selectAll(stations: Station[], user = admin) {
  const server = startFakeConsole({ user, stations });
  serveBulkActs(server);
  const { router } = openConsole("/?stations-type=&stations-sort=serial_number");
  await button("Select").click();
  await bar.getByRole("button", { name: `Select all ${stations.length} of this filter` }).click();
  return { server, address: () => router.history.location.href };
}

/** The list no longer has a station. */
async function remove(server: FakeServer, nth: number) {
  server.on(listStations, async () => ({
    status: 200 as const,
    body: [{ name: stationName(nth), removed: true as const }],
    headers: { etag: `"removed ${nth}"`, "x-as-of": new Date().toISOString() },
  }));
  await button("Refresh").click();
}

// @spec R6.4
test("the names of all stations that are left out can be shown, with the keyboard too", async () => {
  const offline = { last_online_status: false, last_online: null };
  await selectAll([1, 2, 3, 4, 5, 6].map((nth) => numberedStation(nth, nth === 1 ? {} : offline)));
  await bar.getByRole("button", { name: "Take New Images" }).click();
  const row = dialog().getByRole("row").last();
  await expect.element(row).toMatchTextContent(/Left out: offline \(Atlas 0002, Atlas 0003, Atlas 0004 and 2 more\)/);
  const more = row.getByRole("button", { expanded: false });
  focusOn(more);
  await userEvent.keyboard("{Enter}");
  await expect.element(row).toMatchTextContent(/\(Atlas 0002, Atlas 0003, Atlas 0004, Atlas 0005 and Atlas 0006/);
  await expect.element(row.getByRole("button", { name: "show fewer", expanded: true })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(more).toMatchTextContent("2 more");
});

test("all stations with a caution tag can be shown", async () => {
  const tagged = { tags: ["crane-nearby"], cautions: ["crane-nearby"] };
  await selectAll([1, 2, 3, 4].map((nth) => numberedStation(nth, tagged)));
  await bar.getByRole("button", { name: "Move" }).click();
  await dialog().getByRole("button", { name: "1 more" }).click();
  await expect
    .element(dialog())
    .toMatchTextContent(/Tagged crane-nearby: Atlas 0001, Atlas 0002, Atlas 0003 and Atlas 0004/);
});

test("the end of a maintenance is entered in the time zone of the stations", async () => {
  const location = { lat: 35.68, lng: 139.69, street_address: null };
  await selectAll([1, 2].map((nth) => numberedStation(nth, { location })));
  await bar.getByRole("button", { name: "Maintenance", exact: true }).click();
  await expect.element(dialog()).toMatchTextContent(/at the station \(Asia\/Tokyo\)/);
});

// @spec R9.1
test("More leads admins to the import of stations", async () => {
  const { address } = await selectAll(numberedStations(1));
  await bar.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Change by CSV" }).click();
  await expect.poll(address).toBe("/manage/import?kind=stations");
});

test("managers import no stations", async () => {
  await selectAll(numberedStations(1), { ...customer, can_manage: true });
  await bar.getByRole("button", { name: "More" }).click();
  await expect.element(page.getByRole("menuitem", { name: "Site and Tags" })).toBeVisible();
  await expect.element(page.getByRole("menuitem", { name: "Change by CSV" })).not.toBeInTheDocument();
});

// @spec R6.1
test("stations that the user retires leave the selection without a word, and others with one", async () => {
  const { server } = await selectAll(numberedStations(2));
  await page.getByRole("checkbox", { name: "Select Atlas 0002" }).click();
  await bar.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Retire" }).click();
  await dialog().getByRole("button", { name: "Retire 1 Station" }).click();
  await dialog()
    .getByRole("button", { name: /Are You Sure/ })
    .click();
  await expect.poll(() => server.requestsTo(bulkRetire)).toHaveLength(1);
  await expect.element(dialog()).not.toBeInTheDocument();
  await remove(server, 1);
  await expect.element(bar).toMatchTextContent(/0 selected/);
  await expect.element(bar).not.toMatchTextContent(/deselected/);
  await page.getByRole("checkbox", { name: "Select Atlas 0002" }).click();
  await remove(server, 2);
  await expect.element(bar).toMatchTextContent(/0 selected.*1 was deselected because it is no longer in your list/);
});
