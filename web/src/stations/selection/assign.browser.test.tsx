import { bulkAssign, undoBulkAct } from "@groundcrew/shared/bulk-acts";
import { listStationOwners, type Ownership } from "@groundcrew/shared/ownership";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sampleOutcome, serveBulkActs } from "../../../test/fake-bulk-acts.ts";
import { admin, customer, startFakeConsole } from "../../../test/fake-console.ts";
import { serveLive } from "../../../test/fake-live.ts";
import { ownedBy, serveOwnership } from "../../../test/fake-ownership.ts";
import { Rejection, type FakeServer } from "../../../test/fake-server.ts";
import { numberedStation, stationName, unresolved } from "../../../test/fake-stations.ts";
import { dialog, focusOn } from "../../../test/find.ts";
import { openConsole } from "../../../test/open-console.tsx";

const bar = page.getByRole("region", { name: "Selected stations" });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const owner = () => dialog().getByRole("combobox", { name: "Owner" });
const LEE = 2;
const SAM = { owner_id: 3, owner: "Sam Reyes" };

/** Six stations. The errors of the fifth are attached to the support log, and not open. The sixth is retired. */
const stations = [1, 2, 3, 4, 5, 6].map((nth) =>
  numberedStation(nth, {
    location: null,
    support_metrics: unresolved(2),
    retired: nth === 6 ? "2026-05-01T08:00:00.000Z" : null,
  }),
);
const withOpenErrors = [1, 2, 3, 4, 6].map(stationName);

/** Selects all stations, whose errors have these owners, and begins to assign them. */
async function openDialog(owners: Record<string, Ownership> = {}, serve: (server: FakeServer) => void = () => {}) {
  const server = startFakeConsole({ user: admin, stations });
  const live = serveLive(server);
  const acts = serveBulkActs(server);
  const known = serveOwnership(server, owners, withOpenErrors);
  serve(server);
  openConsole("/?stations-type=&stations-sort=serial_number&stations-f-retired=1");
  await button("Select").click();
  await bar.getByRole("button", { name: "Select all 6 of this filter" }).click();
  await bar.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Assign Errors" }).click();
  return { server, acts, known, live };
}

async function choose(name: RegExp): Promise<void> {
  await owner().click();
  await page.getByRole("radio", { name }).click();
}

// @spec R6.11
test("the dialog says before who owns what now, what changes, and what is left out and why; Undo returns the errors", async () => {
  const { server } = await openDialog({
    [stationName(1)]: ownedBy(0, { ...SAM, rev: 7 }),
    [stationName(2)]: ownedBy(0, { ...SAM, rev: 8 }),
    [stationName(3)]: ownedBy(LEE, { rev: 9 }),
    [stationName(6)]: ownedBy(1, { rev: 10 }),
  });
  const send = dialog().getByRole("button", { name: "Assign Errors of Stations", exact: true });
  await expect.element(send).toBeDisabled();
  await expect.element(dialog()).toMatchTextContent(/2 are owned by Sam Reyes now, 1 by Lee Tran\./);
  await choose(/Lee Tran/);
  await expect.element(dialog()).toMatchTextContent(/2 are owned by Sam Reyes now\./);
  const rows = dialog().getByRole("row");
  await expect.element(rows.nth(1)).toMatchTextContent("Owner Lee Tran3");
  await expect.element(rows.nth(2)).toMatchTextContent("Already owned by this person (Atlas 0003), stays as it is1");
  await expect.element(rows.nth(3)).toMatchTextContent("Left out: no open errors (Atlas 0005)1");
  await expect.element(rows.nth(4)).toMatchTextContent("Left out: retired (Atlas 0006)1");
  await dialog().getByRole("textbox", { name: "Note" }).fill("From the night shift");
  await dialog().getByRole("button", { name: "Assign Errors of 3 Stations" }).click();
  await expect
    .poll(() => server.requestsTo(bulkAssign).map(({ body }) => body))
    .toEqual([
      {
        stations: [1, 2, 3, 4, 5, 6].map(stationName),
        owner_id: LEE,
        note: "From the night shift",
        replaces: [7, 8, 9],
      },
    ]);
  await button("Undo").click();
  await expect.poll(() => server.requestsTo(undoBulkAct)).toHaveLength(1);
});

test("an owner that somebody has got while the dialog is open is named before errors are taken from them", async () => {
  const { known, live } = await openDialog();
  await choose(/Lee Tran/);
  await expect.element(dialog().getByRole("button", { name: "Assign Errors of 4 Stations" })).toBeVisible();
  await expect.element(dialog()).not.toMatchTextContent(/owned by/);
  known.set(stationName(4), ownedBy(1, { rev: 12 }));
  live.last().send("changed", { notices: [{ topic: "ownership", station: stationName(4) }] });
  await expect.element(dialog()).toMatchTextContent(/1 is owned by you now\./);
});

test("nothing can be assigned while it is not known who owns the errors", async () => {
  await openDialog({}, (server) =>
    server.on(listStationOwners, async () => {
      throw new Rejection(503, "No database.");
    }),
  );
  await choose(/Lee Tran/);
  await expect.element(dialog().getByRole("button", { name: "Assign Errors of Stations" })).toBeDisabled();
  await expect.element(dialog()).toMatchTextContent(/Who owns them now could not be loaded\./);
});

test("errors are assigned with the keyboard", async () => {
  const { server } = await openDialog();
  await expect.element(owner()).toBeVisible();
  focusOn(owner());
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("searchbox", { name: "Search owner" })).toHaveFocus();
  await userEvent.keyboard("lee{Enter}");
  await expect.element(owner()).toHaveTextContent("Lee Tran");
  await expect.element(owner()).toHaveFocus();
  await userEvent.keyboard("{Tab}At the gate{Tab}{Tab}");
  await expect.element(dialog().getByRole("button", { name: "Assign Errors of 4 Stations" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => server.requestsTo(bulkAssign)).toHaveLength(1);
});

test("what happened names those whose owner has changed meanwhile", async () => {
  const { acts } = await openDialog();
  await choose(/Lee Tran/);
  await dialog().getByRole("button", { name: "Assign Errors of 4 Stations" }).click();
  await expect.element(page.getByText("Assigned the errors of 6 stations.")).toBeVisible();
  const [act] = acts;
  if (!act) throw new Error("No act has begun.");
  const reason = (code: "owned_since" | "no_former_owner") => ({ reason: { code, at: null } });
  act.stations = [
    sampleOutcome(stationName(1), "left_out", reason("owned_since")),
    sampleOutcome(stationName(2), "kept", reason("no_former_owner")),
  ];
  await button("Show What Happened").click();
  await expect
    .element(dialog())
    .toMatchTextContent(
      /Its errors have been assigned to somebody else since\..*Its former owner can no longer own errors\./,
    );
});

test("managers of customers assign no errors", async () => {
  startFakeConsole({ user: { ...customer, can_manage: true }, stations });
  openConsole("/?stations-type=");
  await button("Select").click();
  await page
    .getByRole("checkbox", { name: /^Select / })
    .first()
    .click();
  await bar.getByRole("button", { name: "More" }).click();
  await expect.element(page.getByRole("menuitem", { name: "Site and Tags" })).toBeVisible();
  await expect.element(page.getByRole("menuitem", { name: "Assign Errors" })).not.toBeInTheDocument();
});
