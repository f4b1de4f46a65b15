import { downloadAudit, getAuditAct } from "@groundcrew/shared/audit";
import { listStations } from "@groundcrew/shared/stations";
import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { choosePlace } from "../../../test/choose-place.ts";
import { watchDownloads } from "../../../test/downloads.ts";
import { openAudit, sampleAct, sampleEntry } from "../../../test/fake-audit.ts";
import { manager, tableRow } from "../../../test/fake-manage.ts";
import { sampleSite, sampleStationTag, serveSites } from "../../../test/fake-sites.ts";
import { csvBody } from "../../../test/fake-server.ts";

const AUDIT = "/manage/audit";
const support = { kind: "support", id: "", name: "" } as const;
const maja = { kind: "user", id: "maja@harbor.example", name: "Maja Manager" } as const;

const refusal = sampleAct({
  id: 2,
  actor: { kind: "anonymous", id: "", name: "" },
  action: "logIn",
  refused: { status: 401, not_recorded: 29 },
  target: { kind: "user", id: "admin@groundcrew.example", name: "" },
  request: "request-2",
  address: "198.51.100.4",
});

test("acts say who did what, on what and from where, under the day", async () => {
  const { server } = openAudit(AUDIT, { acts: [sampleAct({ at: new Date().toISOString() }), refusal] });
  await expect.element(page.getByRole("cell", { name: /^Today, / })).toBeVisible();
  await expect
    .element(tableRow("Saved Hardware Variation"))
    .toMatchTextContent(/Alex Admin admin@groundcrew.example.*Atlas 0036.*203\.0\.113\.7/s);
  await expect
    .element(tableRow("Tried to log in"))
    .toMatchTextContent(/nobody.*Refused.*admin@groundcrew.example.*401, 29 before it not recorded/s);
  await expect.element(page.getByText(/2 entries.*kept for 2 years.*log intact, verified 2m ago/s)).toBeVisible();
  expect(server.problems).toEqual([]);
});

test("a refused call on a station that does not exist has no link, and one on nothing names nothing", async () => {
  const refused = { status: 404, not_recorded: 0 };
  const absent = { kind: "station", id: "gc-nope", name: "" };
  const nothing = { kind: "", id: "inviteUser", name: "" };
  openAudit(AUDIT, {
    acts: [
      sampleAct({ refused, target: absent }),
      sampleAct({ id: 2, refused, action: "inviteUser", target: nothing, request: "request-2" }),
    ],
  });
  await expect.element(tableRow("Tried to save Hardware Variation")).toMatchTextContent("gc-nope");
  expect(page.getByRole("link", { name: "gc-nope" }).query()).toBeNull();
  await expect.element(tableRow("Tried to invite a user")).not.toMatchTextContent("inviteUser");
});

test("an act opens to the fields that it changed, its request and the program that sent it", async () => {
  const copied: string[] = [];
  const write = vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => void copied.push(text));
  onTestFinished(() => write.mockRestore());
  const before = { hardware_version: "6.9", roof_heater: false, notes: "", org_id: 2 };
  const after = { ...before, hardware_version: "7.1", roof_heater: true };
  openAudit(AUDIT, { entries: { 1: [sampleEntry(1, { before, after })] } });
  await page.getByRole("button", { name: "Show what changed: Saved Hardware Variation" }).click();
  await expect.element(tableRow("Hardware Version").last()).toMatchTextContent(/6\.9.*7\.1/s);
  await expect.element(tableRow("Roof Heater").last()).toMatchTextContent(/no.*yes/s);
  await expect.element(page.getByText(/2 fields unchanged.*request-1.*Chrome 142 on Windows/s)).toBeVisible();
  await page.getByRole("button", { name: "Copy the request's id" }).click();
  await expect.poll(() => copied).toEqual(["request-1"]);
});

test("what one request did to many things is one row, which shows twenty of them at first", async () => {
  const entries = Array.from({ length: 25 }, (_, nth) =>
    sampleEntry(nth + 1, { before: { org_id: 2 }, after: { org_id: 3 } }),
  );
  openAudit(AUDIT, { acts: [sampleAct({ action: "editStation", entries: 25, targets: 25 })], entries: { 1: entries } });
  await expect.element(tableRow("25 changes")).toMatchTextContent("25 stations");
  await page.getByRole("button", { name: /^Show what changed/ }).click();
  await expect
    .element(tableRow("Atlas 0020").last())
    .toMatchTextContent(/Organization.*Harbor Air.*Skyline Logistics/s);
  await expect.element(page.getByText("25 changes in one transaction, all or nothing")).toBeVisible();
  expect(page.getByText("Atlas 0021").query()).toBeNull();
  await page.getByRole("button", { name: "Show All" }).click();
  await expect.element(page.getByText("Atlas 0025")).toBeVisible();
});

test("a request that did more than a thousand things says so, and when it is opened, how many", async () => {
  const act = sampleAct({ action: "editStation", entries: 1_001, targets: 1_001 });
  const values = { before: { org_id: 2 }, after: { org_id: 3 } };
  const { server } = openAudit(AUDIT, { acts: [act] });
  server.on(getAuditAct, async () => ({
    status: 200 as const,
    body: { act: { ...act, entries: 10_000 }, entries: [sampleEntry(1, values), sampleEntry(2, values)] },
  }));
  await expect.element(tableRow("more than 1,000 changes")).toMatchTextContent("more than 1,000 stations");
  await page.getByRole("button", { name: /^Show what changed/ }).click();
  await expect.element(page.getByText("10,000 changes in one transaction")).toBeVisible();
});

test("the filters are in the address, and the CSV file has the same rows", async () => {
  const { address, server } = openAudit(AUDIT, { acts: [sampleAct(), refusal, sampleAct({ id: 3, actor: maja })] });
  await page.getByRole("button", { name: "Refused", exact: true }).click();
  await expect.poll(address).toBe("/manage/audit?au-outcome=refused");
  await expect.element(tableRow("Saved Hardware Variation")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "All", exact: true }).click();
  await page.getByRole("button", { name: "Person: Anyone" }).click();
  await page.getByRole("searchbox", { name: "Search person" }).fill("maja");
  await page.getByRole("radio", { name: /Maja Manager/ }).click();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("button", { name: "Person: Maja Manager" })).toBeVisible();
  await page.getByRole("button", { name: "Time: Last 7 days" }).click();
  await page.getByRole("menuitemradio", { name: "All" }).click();
  await page.getByRole("button", { name: "Action: Any" }).click();
  await page.getByRole("menuitemradio", { name: "API keys" }).click();
  await expect.poll(address).toBe("/manage/audit?au-who=maja%40harbor.example&au-action=keys&au-t=all");
  const saved = watchDownloads();
  server.on(downloadAudit, async ({ query }) => ({ status: 200 as const, body: csvBody(JSON.stringify(query)) }));
  await page.getByRole("button", { name: "Download CSV" }).click();
  await expect
    .poll(() => saved)
    .toMatchObject([
      {
        text: JSON.stringify({
          outcome: "all",
          actor: "maja@harbor.example",
          actions: "createApiKey,renewApiKey,revokeApiKey",
        }),
      },
    ]);
  // The whole list of stations is only for those who choose one.
  expect(server.requestsTo(listStations)).toEqual([]);
  await page.getByRole("button", { name: "Station: Any" }).click();
  await page.getByRole("radio", { name: /Atlas 0001/ }).click();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("button", { name: "Station: Atlas 0001" })).toBeVisible();
  expect(server.requestsTo(listStations).length).toBeGreaterThan(0);
});

// @spec R8.10
test("a site and a tag limit it to what concerns stations that have them now", async () => {
  const { address, server } = openAudit(AUDIT);
  serveSites(server, { sites: [sampleSite()], tags: [sampleStationTag()] });
  await choosePlace("Site", "Lisbon, Doca 1");
  await choosePlace("Tag", "beta");
  await expect.poll(address).toBe("/manage/audit?au-site=1&au-tag=beta");
  const saved = watchDownloads();
  server.on(downloadAudit, async ({ query }) => ({ status: 200 as const, body: csvBody(JSON.stringify(query)) }));
  await page.getByRole("button", { name: "Download CSV" }).click();
  await expect.poll(() => saved).toMatchObject([{ text: expect.stringContaining('"site":1,"tag":"beta"') }]);
  await expect.element(page.getByText("by the site and tags that stations have now")).toBeVisible();
});

test("a search that finds nothing can be cleared", async () => {
  const { address } = openAudit(`${AUDIT}?au-q=nothing-like-it`);
  await expect.element(page.getByText("No matching entries")).toBeVisible();
  await page.getByRole("button", { name: "Clear Filters" }).click();
  await expect.element(tableRow("Saved Hardware Variation")).toBeVisible();
  expect(address()).toBe(AUDIT);
});

test("earlier acts are added below, page by page", async () => {
  openAudit(AUDIT, { acts: [1, 2, 3].map((id) => sampleAct({ id, request: `r${id}` })) });
  await expect.poll(() => page.getByRole("button", { name: /^Show what changed/ }).length).toBe(2);
  await page.getByRole("button", { name: "Show 50 Earlier" }).click();
  await expect.poll(() => page.getByRole("button", { name: /^Show what changed/ }).length).toBe(3);
  await expect.element(page.getByRole("button", { name: "Show 50 Earlier" })).not.toBeInTheDocument();
});

test("a manager reads of their organization, and staff as the support without an address", async () => {
  const act = sampleAct({ action: "startMaintenance", actor: support, address: null, agent: null, has_details: false });
  openAudit(AUDIT, { user: manager, acts: [act] });
  await expect.element(tableRow("Started or planned maintenance")).toMatchTextContent(/Groundcrew Support.*–/s);
  await expect.element(page.getByText("1 entry of Harbor Air")).toBeVisible();
  await expect.element(page.getByRole("button", { name: /^Organization:/ })).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: /^Show what changed/ })).not.toBeInTheDocument();
});

test("a broken chain is reported above everything else", async () => {
  const broken = { entry: 7, at: "2026-11-22T10:00:00.000Z", reason: "changed" };
  openAudit(AUDIT, { check: { checked: new Date().toISOString(), entries: 3, broken } });
  await expect.element(page.getByRole("alert")).toMatchTextContent(/The audit log was changed\. Entry 7 of/);
  await expect.element(page.getByText(/log altered, verified/)).toBeVisible();
});
