import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import {
  changeOwnership,
  keepViewing,
  listAssignees,
  listIncidentOwners,
  listStationOwners,
} from "@groundcrew/shared/ownership";
import { undoAct } from "@groundcrew/shared/undo";
import type { SupportLogStatus } from "@groundcrew/shared/support-log";
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sampleEntry } from "../../../shared/test/sample-entry.ts";
import { fakeClock } from "../../test/clock.ts";
import { serveLive } from "../../test/fake-live.ts";
import { startFakeConsole } from "../../test/fake-console.ts";
import { ownedBy, serveOwnership } from "../../test/fake-ownership.ts";
import { numberedStation } from "../../test/fake-stations.ts";
import { numberedErrors, serveSupportLog } from "../../test/fake-support-log.ts";
import { focusOn } from "../../test/find.ts";
import { keyOf } from "../data/api/index.ts";
import { openConsole, resizeWindow } from "../../test/open-console.tsx";

const regions = page.getByRole("region", { name: /^Errors of/ });
const owner = page.getByRole("group", { name: "Owner of the errors of Atlas 0001" });
const menu = page.getByRole("dialog", { name: "Assign the errors of Atlas 0001" });
const { name: FIRST } = numberedStation(1);

/** Opens the triage of two stations; the first one's errors may have an owner. */
function openTriage(first = ownedBy(0), path = "/supportlog/triage") {
  const server = startFakeConsole({ stations: [numberedStation(1), numberedStation(2)] });
  serveSupportLog(server, { errors: numberedErrors(1) });
  const owners = serveOwnership(server, first.owner_id === 0 ? {} : { [FIRST]: first });
  return { server, owners, ...openConsole(path) };
}

test("others who view errors are named; what is assigned waits to be acknowledged, and Undo releases it; unassigned errors are acknowledged with one press, and released again", async () => {
  openTriage();
  await expect.element(regions.first().getByText("Also viewing: Lee Tran")).toBeVisible();
  await owner.getByRole("button", { name: /^Assign/ }).click();
  await menu.getByRole("searchbox", { name: "Assign to" }).fill("lee");
  await expect.element(menu.getByRole("button", { name: /Kari Nilsen/ })).not.toBeInTheDocument();
  await menu.getByRole("button", { name: /Lee Tran/ }).click();
  await expect.element(owner).toMatchTextContent(/Lee Tran\s*waiting/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(owner).toHaveTextContent("Acknowledge");
  await owner.getByRole("button", { name: "Acknowledge the errors of Atlas 0001" }).click();
  await expect.element(owner).toMatchTextContent(/You\s*now/);
  await owner.getByRole("button", { name: /^Assign/ }).click();
  await menu.getByRole("button", { name: "Release" }).click();
  await expect.element(owner).toHaveTextContent("Acknowledge");
});

test("Undo is carried out while the owners are still being loaded again", async () => {
  const { server } = openTriage();
  await expect.element(owner).toBeVisible();
  const { promise: loaded, resolve: answer } = Promise.withResolvers<void>();
  server.on(listStationOwners, async () => {
    await loaded;
    return { status: 200 as const, body: [] };
  });
  await owner.getByRole("button", { name: /^Assign/ }).click();
  await menu.getByRole("button", { name: /Lee Tran/ }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => server.requestsTo(undoAct)).toHaveLength(1);
  answer();
  await expect.element(owner).toHaveTextContent("Acknowledge");
});

test("the list asks for the people to assign to, and not each of its rows", async () => {
  const { client } = openTriage();
  await expect.poll(() => regions.elements().length).toBe(2);
  const [assignees] = client.getQueryCache().findAll({ queryKey: keyOf(listAssignees) });
  expect(assignees?.getObserversCount()).toBe(1);
});

test("the menu opens and closes by keyboard without a failure", async () => {
  const failures: string[] = [];
  const handleError = (event: ErrorEvent) => {
    failures.push(event.message);
    event.preventDefault();
  };
  window.addEventListener("error", handleError);
  onTestFinished(() => window.removeEventListener("error", handleError));
  openTriage();
  await expect.element(owner).toBeVisible();
  focusOn(owner.getByRole("button", { name: /^Assign/ }));
  await userEvent.keyboard("{Enter}");
  await expect.element(menu.getByRole("searchbox", { name: "Assign to" })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(page.getByRole("tooltip")).toHaveTextContent("Assign the errors of Atlas 0001");
  expect(failures).toEqual([]);
});

test("an assignment whose answer is lost is not called a failure", async () => {
  const { server } = openTriage();
  await expect.element(owner).toBeVisible();
  server.onRaw(changeOwnership, async () => Response.error());
  await owner.getByRole("button", { name: /^Acknowledge/ }).click();
  await expect.element(page.getByText("No answer from the server. The change may have been saved.")).toBeVisible();
});

test("Undo of an assignment returns what was acknowledged to its owner, acknowledged since the same time", async () => {
  const at = new Date(Date.now() - 12 * MINUTE_MS).toISOString();
  openTriage(ownedBy(1, { assigned_at: at, acknowledged_at: at }));
  await expect.element(owner).toMatchTextContent(/You\s*12m/);
  await owner.getByRole("button", { name: /^Assign/ }).click();
  await menu.getByRole("button", { name: /Lee Tran/ }).click();
  await expect.element(owner).toMatchTextContent(/Lee Tran\s*waiting/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(owner).toMatchTextContent(/You\s*12m/);
});

test("what is below the window is not being viewed", async () => {
  await resizeWindow(1440, 500);
  const clock = fakeClock();
  const server = startFakeConsole({ stations: [numberedStation(1)] });
  const entry = (id: number) => sampleEntry({ id, station_name: FIRST, status: "incident_pending", children: [] });
  serveSupportLog(server, { entries: [1, 2, 3, 4, 5, 6, 7, 8].map(entry) });
  serveOwnership(server);
  serveLive(server);
  server.on(listIncidentOwners, async () => ({ status: 200 as const, body: [] }));
  openConsole("/supportlog/entries");
  await expect.poll(() => page.getByRole("article").elements().length).toBe(8);
  await clock.pass(10 * SECOND_MS);
  await expect.poll(() => server.requestsTo(keepViewing).length).toBeGreaterThan(0);
  const viewed = new Set(server.requestsTo(keepViewing).map(({ path }) => path));
  expect(viewed.size).toBeLessThan(8);
  // For all incidents together, not for each of them.
  expect(server.requestsTo(listIncidentOwners)).toHaveLength(1);
});

test("others who view an open incident are named in the support log, where the filters by owner are counted", async () => {
  const server = startFakeConsole({ stations: [numberedStation(1)] });
  const entry = (id: number, status: SupportLogStatus) =>
    sampleEntry({ id, station_name: FIRST, status, children: [] });
  serveSupportLog(server, { entries: [entry(1, "incident_pending"), entry(2, "incident_resolved"), entry(3, "note")] });
  serveOwnership(server);
  server.on(listIncidentOwners, async () => ({ status: 200 as const, body: [] }));
  openConsole("/supportlog/entries");
  const articles = page.getByRole("article");
  await expect.element(articles.first().getByText("Also viewing: Lee Tran")).toBeVisible();
  await expect.poll(() => page.getByText("Also viewing: Lee Tran").elements().length).toBe(1);
  for (const name of ["All 3", "Mine 0"]) await expect.element(page.getByRole("button", { name })).toBeVisible();
  await page.getByRole("button", { name: "Unassigned 1" }).click();
  await expect.poll(() => articles.elements().length).toBe(1);
});

test("resolving errors that someone else has says so", async () => {
  openTriage(ownedBy(2));
  await page
    .getByRole("button", { name: /^Select All/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Resolve Selected" }).first().click();
  await expect.element(page.getByText("Lee Tran acknowledged the errors of this station")).toBeVisible();
});

test("the slower of two people reads who was faster, and may take over", async () => {
  const { owners } = openTriage();
  await expect.element(owner).toBeVisible();
  owners.set(FIRST, ownedBy(2));
  await owner.getByRole("button", { name: /^Acknowledge/ }).click();
  await expect.element(page.getByText("Lee Tran acknowledged this 8 seconds before you.")).toBeVisible();
  await expect.element(page.getByText(/Talk to each other, or take it over; Lee Tran is notified\./)).toBeVisible();
  await expect.element(owner).toMatchTextContent(/Lee Tran/);
  await page.getByRole("button", { name: "Take Over" }).click();
  await expect.element(owner).toMatchTextContent(/You/);
  await expect.element(page.getByText(/before you/)).not.toBeInTheDocument();
});

test("the queue is filtered by owner, which its address says", async () => {
  const { router } = openTriage(ownedBy(1));
  await expect.poll(() => regions.elements().length).toBe(2);
  await page.getByRole("button", { name: "Mine 1" }).click();
  await expect.poll(() => router.history.location.href).toBe("/supportlog/triage?own=mine");
  await expect.poll(() => regions.elements().map((region) => region.ariaLabel)).toEqual(["Errors of Atlas 0001"]);
  await page.getByRole("button", { name: "Unassigned 1" }).click();
  await expect.poll(() => regions.elements().map((region) => region.ariaLabel)).toEqual(["Errors of Atlas 0002"]);
});
