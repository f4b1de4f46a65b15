import type { Station } from "@groundcrew/shared/stations";
import { listStationSupportLog } from "@groundcrew/shared/support-log";
import { summarize } from "@groundcrew/shared/telemetry";
import type { CDPSession } from "@vitest/browser-playwright";
import { describe, expect, onTestFinished, test } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import { sampleSnapshot } from "../../../../shared/test/sample-snapshot.ts";
import { customer, onlineStation, startFakeConsole } from "../../../test/fake-console.ts";
import { dialog, elementsIn } from "../../../test/find.ts";
import { openConsole } from "../../../test/open-console.tsx";

/** Uses forced colors until the test ends, as the contrast themes of operating systems do. */
async function forceColors(): Promise<void> {
  const session: CDPSession = cdp();
  const emulate = (value: string) =>
    session.send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value }] });
  onTestFinished(async () => void (await emulate("none")));
  await emulate("active");
}

const LIST = "/?stations-type=";
const YEAR_MS = 365 * 24 * 3_600_000;

const list = page.getByRole("list", { name: "Stations" });
const rows = list.getByRole("listitem");
const details = page.getByRole("button", { name: /^Details of/ });
const errorsButton = (serial: string) => page.getByRole("button", { name: `Unresolved errors of ${serial}:` });
const errorsStyle = (serial: string) => getComputedStyle(errorsButton(serial).element());

/** A station with counts of unresolved errors and of incidents that need attention. */
function counted(errors: number, incidents = 0, differences: Partial<Station> = {}): Station {
  return onlineStation({
    ...differences,
    support_metrics: {
      errors_unresolved: errors,
      error_latest: null,
      supportlog: { incident_needs_action: incidents, incident_pending: 0, incident_pending_urgent: 0 },
    },
  });
}

/** A station with unresolved errors, and one without. */
const WITH_ERRORS = () => counted(3);
const WITHOUT_ERRORS = () => counted(0, 0, { name: "gc-000000000002", serial_number: "Atlas 0002" });

function openList(stations: Station[], path = LIST) {
  const server = startFakeConsole({ stations });
  const { router, ...opened } = openConsole(path);
  return { server, router, address: () => router.history.location.href, ...opened };
}

async function closeDialog(): Promise<void> {
  await dialog().getByRole("button", { name: "Close", exact: true }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
}

describe("an admin's counters", () => {
  // @spec 50.1, 50.2
  test("are a Logs link, a support-log counter capped at >9 and an unresolved-error button capped at >99", async () => {
    const { address } = openList([counted(120, 12)]);
    const support = rows.getByRole("button", { name: /^Support log of/ });
    const errors = errorsButton("Atlas 0001");
    await expect.element(support).toHaveTextContent(">9");
    await expect.element(errors).toHaveTextContent(">99");

    await errors.click();
    const tab = (name: string) => dialog().getByRole("tab", { name });
    await expect.element(tab("Error Triage")).toHaveAttribute("aria-selected", "true");
    await closeDialog();
    await expect.element(errors).toHaveFocus();
    await support.click();
    await expect.element(tab("Support Log")).toHaveAttribute("aria-selected", "true");
    await closeDialog();

    const logs = rows.getByRole("link", { name: /^Logs of/ });
    await expect.element(logs).toHaveAttribute("href", "/stations/gc-000000000001/supportlog");
    await logs.click();
    await expect.element(page.getByRole("dialog", { name: "Viewing Support Log for Atlas 0001" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    expect(address()).toBe(LIST);
  });

  // @spec 50.3
  test("show errors in red, unless there are none or the organization is internal", async () => {
    const internal = { name: "gc-000000000003", serial_number: "Atlas 0003", organization_name: "Groundcrew Labs" };
    openList([WITH_ERRORS(), WITHOUT_ERRORS(), counted(3, 0, internal)]);
    await expect.element(errorsButton("Atlas 0003")).toHaveTextContent("3");
    await expect.element(errorsButton("Atlas 0002")).toHaveTextContent("0");
    const red = "rgb(191, 42, 27)";
    expect(errorsStyle("Atlas 0001").backgroundColor).toBe(red);
    expect(errorsStyle("Atlas 0002").backgroundColor).not.toBe(red);
    expect(errorsStyle("Atlas 0003").backgroundColor).not.toBe(red);
  });

  test.each([LIST, "/supportlog/entries"])("show without colors too that there are errors: %s", async (path) => {
    await forceColors();
    openList([WITH_ERRORS(), WITHOUT_ERRORS()], path);
    await expect.element(errorsButton("Atlas 0001")).toBeVisible();
    expect(errorsStyle("Atlas 0001").textDecorationLine).toBe("underline");
    expect(errorsStyle("Atlas 0001").borderTopStyle).toBe("double");
  });

  test("show without colors too that there are none", async () => {
    await forceColors();
    openList([WITH_ERRORS(), WITHOUT_ERRORS()]);
    await expect.element(errorsButton("Atlas 0002")).toBeVisible();
    expect(errorsStyle("Atlas 0002").textDecorationLine).toBe("none");
    expect(errorsStyle("Atlas 0002").borderTopStyle).not.toBe("double");
  });

  test("are for admins alone, like Edit and Add Station", async () => {
    startFakeConsole({ user: customer });
    openConsole("/");
    await details.first().click();
    await expect.element(page.getByText("Firmware Version").first()).toBeVisible();
    await expect.element(page.getByRole("link", { name: /^Logs of|^Edit/ })).not.toBeInTheDocument();
    await expect
      .element(page.getByRole("button", { name: /^Unresolved|^Support|^Add Station/ }))
      .not.toBeInTheDocument();
  });
});

test("without colors the current page and pressed buttons are underlined", async () => {
  await forceColors();
  openList([WITHOUT_ERRORS()], "/");
  await expect.element(list).toBeVisible();
  const textDecoration = (element: Element) => getComputedStyle(element).textDecorationLine;
  const button = (name: string) => page.getByRole("button", { name, exact: true }).element();
  expect(textDecoration(button("Atlas"))).toBe("underline");
  expect(textDecoration(button("Universal"))).toBe("none");
  expect(textDecoration(page.getByRole("banner").getByRole("link", { name: "Stations" }).element())).toBe("underline");
  expect(textDecoration(page.getByRole("banner").getByRole("link", { name: "Stats" }).element())).toBe("none");
});

describe("an open row", () => {
  // @spec 50.4, 52.8
  test("has an Edit link, and a support log that is loaded when it is opened", async () => {
    const { server, address } = openList([counted(0, 1)]);
    await details.click();
    const log = rows.getByRole("button", { name: "Support Log", exact: true });
    await expect.element(log).toHaveAttribute("aria-expanded", "false");
    expect(server.requestsTo(listStationSupportLog)).toEqual([]);
    await log.click();
    await expect.element(rows.getByRole("article")).toBeVisible();
    expect(server.requestsTo(listStationSupportLog)).toHaveLength(1);
    await rows.getByRole("link", { name: "Edit" }).click();
    await expect.poll(address).toBe("/stations/gc-000000000001/edit");
  });

  // @spec 52.6, 52.7
  test("lists batteries with their current when ON, and which cameras are detected", async () => {
    const { status, ...snapshot } = sampleSnapshot();
    const camera = (name: string, detected: boolean) => ({ name, detected, type: "rgb" });
    const cameras = { a: camera("camera_front", true), b: camera("camera_rear", false) };
    const batteries = [
      { name: "Batt 1", on_off: true, current: 2_263 },
      { name: "Batt 2", on_off: false, current: null },
    ];
    const last_telemetry_data = summarize({
      ...snapshot,
      status: { ...status, usb_status: { all_cameras_detected: false, cameras } },
      battery_info: { batteries },
    });
    openList([onlineStation({ last_telemetry_data })]);
    await details.click();
    await expect.element(rows.getByText("Batteries")).toBeVisible();
    const texts = elementsIn(rows, "section li").map(({ textContent }) => textContent);
    expect(texts).toEqual(["Batt 1ON 2.26 A", "Batt 2OFF", "camera_frontON", "camera_rearOFF"]);
    await expect.element(rows.getByText("1 of 2 detected")).toBeVisible();
  });

  test("of a station that is offline says how old its readings are", async () => {
    const last_telemetry = new Date(Date.now() - 3 * 3_600_000).toISOString();
    openList([onlineStation({ last_online_status: false, last_telemetry })]);
    await details.click();
    await expect.element(page.getByText(/^Readings of \d{4}-\d\d-\d\d \d\d:\d\d, 3h ago$/)).toBeVisible();
  });

  test("of a station that is online does not", async () => {
    openList([onlineStation()]);
    await details.click();
    await expect.element(rows.getByText("Firmware Version")).toBeVisible();
    await expect.element(page.getByText(/^Readings of/)).not.toBeInTheDocument();
  });
});

describe("invalid messages", () => {
  const detail = 'NaN at character 92, after "internal_temperature", is not JSON.';
  const invalid_messages = { since: "2026-03-01T12:00:00.000Z", topic: "tele" as const, detail };
  const warning = page
    .getByRole("status")
    .filter({ hasText: "Sends invalid messages since" })
    .filter({ hasText: detail });

  test("are a warning with the place in the open row, in the telemetry and on the station's page", async () => {
    const { router } = openList([onlineStation({ invalid_messages })]);
    await details.click();
    await expect.element(warning).toBeVisible();
    await expect.element(page.getByText(/^Readings of/)).toBeVisible();
    await page.getByRole("button", { name: "Telemetry", exact: true }).click();
    await expect.element(dialog().getByText(detail)).toBeVisible();
    await closeDialog();
    router.history.push("/stations/gc-000000000001");
    await expect.element(page.getByRole("slider")).toBeVisible();
    await expect.element(warning).toBeVisible();
    await expect.element(page.getByText("ONLINE").first()).toBeVisible();
  });
});

describe("a clock that is more than 30 s off", () => {
  const warning = (text: string) => page.getByRole("status").filter({ hasText: text });

  test("is a warning in the open row, in the telemetry and on the station's page", async () => {
    const { router } = openList([onlineStation({ clock_skew_ms: 10 * YEAR_MS + 60_000 })]);
    await details.click();
    await expect.element(warning("Clock 10 years ahead")).toBeVisible();
    await page.getByRole("button", { name: "Telemetry", exact: true }).click();
    await expect.element(dialog().getByText("Clock 10 years ahead")).toBeVisible();
    await closeDialog();
    router.history.push("/stations/gc-000000000001");
    await expect.element(page.getByRole("slider")).toBeVisible();
    await expect.element(warning("Clock 10 years ahead")).toBeVisible();
  });

  test("still is one after the station has disconnected", async () => {
    openList([onlineStation({ clock_skew_ms: -75_000, last_online_status: false })], "/stations/gc-000000000001");
    await expect.element(page.getByText("Clock 1 minute behind when last seen")).toBeVisible();
  });

  test("is not mentioned when it is right", async () => {
    openList([onlineStation({ clock_skew_ms: 30_000 })], "/stations/gc-000000000001");
    await expect.element(page.getByRole("slider")).toBeVisible();
    await expect.element(page.getByText(/^Clock .* (ahead|behind)/)).not.toBeInTheDocument();
  });
});
