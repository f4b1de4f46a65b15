import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { ADMIN, firstStation, showAlone, USER } from "./station-parts.ts";
import { expect, test } from "./test.ts";

type Metrics = {
  errors_unresolved: number;
  supportlog: { incident_needs_action: number; incident_pending_urgent: number };
};
type Sent = {
  name: string;
  serial_number: string;
  organization_name: string;
  last_online_status: boolean;
  last_telemetry: string | null;
  support_metrics: Metrics;
};

const isInternal = (of: Sent) => of.organization_name.startsWith("Groundcrew");
const errorsOf = (of: Sent) => of.support_metrics.errors_unresolved;
const incidentsOf = ({ support_metrics: { supportlog } }: Sent) =>
  supportlog.incident_needs_action + supportlog.incident_pending_urgent;

async function showFirst(page: Page, fits: (of: Sent) => boolean) {
  const station = await firstStation(page, "include_support_metrics=true", fits);
  return { station, row: await showAlone(page, station) };
}

const capped = (count: number, cap: number) => (count > cap ? `>${cap}` : String(count));

// @spec 50.1, 50.2
test("a row has a Logs link, a support-log counter capped at >9 and an unresolved-error button capped at >99", async ({
  login,
}) => {
  const page = await login(ADMIN);
  const { station, row } = await showFirst(page, (of) => errorsOf(of) > 0 && incidentsOf(of) > 0 && !isInternal(of));
  const support = row.getByRole("button", { name: /^Support log of/ });
  const errors = row.getByRole("button", { name: /^Unresolved errors of/ });
  await expect(support).toHaveText(capped(incidentsOf(station), 9));
  await expect(errors).toHaveText(capped(errorsOf(station), 99));
  const dialog = page.getByRole("dialog");

  await errors.click();
  await expect(dialog.getByRole("tab", { name: "Error Triage" })).toHaveAttribute("aria-selected", "true");
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  await expect(errors).toBeFocused();

  await support.click();
  await expect(dialog.getByRole("tab", { name: "Support Log" })).toHaveAttribute("aria-selected", "true");
  await dialog.getByRole("button", { name: "Close", exact: true }).click();

  const logs = row.getByRole("link", { name: /^Logs of/ });
  await expect(logs).toHaveAttribute("href", `/stations/${station.name}/supportlog`);
  await logs.click();
  await expect(page.getByRole("dialog", { name: `Viewing Support Log for ${station.serial_number}` })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expectAccessible(page);
});

// @spec 50.3
test("the unresolved-error button is red when errors exist and the organization is not the company's own", async ({
  login,
}) => {
  const page = await login(ADMIN);
  const RED = "rgb(191, 42, 27)";
  const button = (row: Locator) => row.getByRole("button", { name: /^Unresolved errors of/ });
  const { row: customers } = await showFirst(page, (of) => errorsOf(of) > 0 && !isInternal(of));
  await expect(button(customers)).toHaveCSS("background-color", RED);
  const { row: internal } = await showFirst(page, (of) => errorsOf(of) > 0 && isInternal(of));
  await expect(button(internal)).not.toHaveCSS("background-color", RED);
  const { row: clean } = await showFirst(page, (of) => errorsOf(of) === 0);
  await expect(button(clean)).not.toHaveCSS("background-color", RED);
  await expect(button(clean)).toHaveText("0");
});

// @spec 50.4, 52.8
test("the expanded row has an Edit button, and a support log that is loaded when it is opened", async ({
  login,
  system,
}) => {
  const page = await login(ADMIN);
  const { station, row } = await showFirst(page, (of) => incidentsOf(of) > 0);
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().endsWith(`/api/stations/${station.name}/supportlog`)) asked += 1;
  });
  await row.getByRole("button", { name: /^Details of/ }).click();
  const opener = row.getByRole("button", { name: "Support Log", exact: true });
  await expect(opener).toHaveAttribute("aria-expanded", "false");
  expect(asked).toBe(0);
  await opener.click();
  await expect.poll(() => asked).toBe(1);
  await row.getByRole("link", { name: "Edit" }).click();
  await expect(page).toHaveURL(`${system.url}/stations/${station.name}/edit`);
});

test("someone who is no admin has no Logs, counters, Edit or Add Station", async ({ login }) => {
  const page = await login(USER);
  await page
    .getByRole("button", { name: /^Details of/ })
    .first()
    .click();
  await expect(page.getByText("Firmware Version").first()).toBeVisible();
  await expect(page.getByRole("link", { name: /^Logs of|^Edit/ })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Unresolved|^Support|^Add Station/ })).toHaveCount(0);
});

test("the expanded row of a station that is offline says how old its readings are", async ({ login, system }) => {
  const page = await login(ADMIN);
  const { name } = await system.onlineStation("atlas");
  const opened = async (fits: (of: Sent) => boolean) => {
    const { row } = await showFirst(page, fits);
    await row.getByRole("button", { name: /^Details of/ }).click();
    await expect(row.getByText("Firmware Version")).toBeVisible();
    return row;
  };
  const old = await opened((of) => system.staysOffline(of.name) && of.last_telemetry !== null);
  await expect(old.getByText(/^Readings of \d{4}-\d\d-\d\d \d\d:\d\d, .+ ago$/)).toBeVisible();
  await expectAccessible(page);
  const fresh = await opened((of) => of.name === name && of.last_online_status && of.last_telemetry !== null);
  await expect(fresh.getByText(/^Readings of/)).toHaveCount(0);
});

// @spec 51.1
test("the station info bar has type icon, dashboard link without the prefix, status, error count, admin and telemetry", async ({
  login,
  system,
}) => {
  const page = await login(ADMIN);
  const all: (Sent & { actual: boolean; hexone_dashboard: string | null })[] = await (
    await page.request.get("/api/stations?include_support_metrics=true")
  ).json();
  const station = all.find((of) => of.actual && errorsOf(of) > 0 && !isInternal(of) && of.hexone_dashboard !== null);
  if (!station) throw new Error("No station of the demo fits.");
  const title = station.serial_number;
  const queue = `/supportlog/triage?${new URLSearchParams({ "supportlog-queue": title }).toString()}`;
  await page.goto(queue);
  const part = page.getByRole("region", { name: `Errors of ${title}` });
  await expect(part.getByRole("button", { name: /copy station name/ })).toBeVisible();
  const dashboard = part.getByRole("link", { name: station.name.replace(/^gc-/, ""), exact: true });
  await expect(dashboard).toHaveAttribute("href", station.hexone_dashboard ?? "");
  await expect(part.getByRole("img", { name: /^(Active|Idle|Inactive|Unknown)/ })).toBeVisible();
  await expect(part.getByRole("link", { name: `Edit ${title}` })).toHaveAttribute(
    "href",
    `/stations/${station.name}/edit`,
  );

  await part.getByRole("button", { name: `Unresolved errors of ${title}: ${capped(errorsOf(station), 99)}` }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("tab", { name: "Error Triage" })).toHaveAttribute("aria-selected", "true");
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  await part.getByRole("button", { name: `Telemetry of ${title}` }).click();
  await expect(dialog.getByRole("tab", { name: "Status" })).toHaveAttribute("aria-selected", "true");
  await expect(page).toHaveURL(`${system.url}${queue}`);
});

// @spec 51.1
test("the error count of the station info bar is disabled at 0", async ({ login }) => {
  const page = await login(ADMIN);
  const all: Sent[] = await (await page.request.get("/api/stations?include_support_metrics=true")).json();
  const station = all.find((of) => errorsOf(of) === 0);
  if (!station) throw new Error("No station of the demo fits.");
  const note = { content: "All is well.", status: "note", attached_errors: [], tags: [], public: false };
  const written = await page.request.post(`/api/stations/${station.name}/supportlog`, { data: note });
  expect(written.status()).toBe(201);
  const { id }: { id: number } = await written.json();
  await page.goto(`/supportlog/entries#${id}`);
  const log = page.getByRole("region", { name: `Support log of ${station.name}` });
  await expect(log.getByText("All is well.")).toBeVisible();
  await expect(log.getByRole("button", { name: `Unresolved errors of ${station.serial_number}: 0` })).toBeDisabled();
});
