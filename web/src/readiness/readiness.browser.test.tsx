import { ignoreReadinessReason } from "@groundcrew/shared/readiness";
import { describe, expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { sampleReadiness, sampleReason } from "../../../shared/test/sample-readiness.ts";
import { customer, onlineStation, startFakeConsole } from "../../test/fake-console.ts";
import { manager } from "../../test/fake-manage.ts";
import { readinessNow, serveReadiness } from "../../test/fake-readiness.ts";
import { STATION_PATH } from "../../test/fake-station-page.ts";
import { dialog } from "../../test/find.ts";
import { openConsole } from "../../test/open-console.tsx";

const MINUTE_MS = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString();

const card = page.getByRole("region", { name: "Readiness" });
const why = card.getByRole("region", { name: "Why" });
const reasons = why.getByRole("listitem");

/** Not ready for four reasons, one of which is ignored. */
const BLOCKED = () =>
  readinessNow({
    state: "not_ready",
    since: ago(22),
    charged: 0,
    needed: 1,
    reasons: [
      sampleReason("no_battery", "block", {
        since: ago(22),
        args: { charged: 0, next: new Date(Date.now() + 15 * MINUTE_MS).toISOString() },
      }),
      sampleReason("swaps_failed", "limit", {
        since: ago(27),
        args: { failed: 1, group: "<img src=x onerror=alert(1)>", group_id: 64 },
      }),
      sampleReason("drone", "info", { since: ago(28) }),
      sampleReason("camera", "info", {
        since: ago(2 * 24 * 60),
        args: { cameras: ["camera_sky"], ignored_until: new Date(Date.now() + 5 * 24 * 60 * MINUTE_MS).toISOString() },
      }),
    ],
    not_checked: ["latch", "gantry"],
    expected: [{ slot: 1, at: new Date(Date.now() + 15 * MINUTE_MS).toISOString() }],
  });

const IGNORED = () => ({
  code: "camera" as const,
  effect: "limit" as const,
  until: new Date(Date.now() + 5 * 24 * 60 * MINUTE_MS).toISOString(),
  why: "Spare cable on its way",
  by: "Ana Ruiz",
  created: ago(60),
});

function open({ user, differences = {} }: { user?: typeof customer; differences?: object } = {}) {
  const { more: _, ...row } = sampleReadiness();
  const now = BLOCKED();
  const station = onlineStation({
    readiness: { ...row, state: now.state, since: now.since, reasons: now.reasons.slice(0, 3), more: 1 },
    ...differences,
  });
  const server = startFakeConsole({ stations: [station], ...(user && { user }) });
  const state = serveReadiness(server, { readiness: now, ignored: [IGNORED()] });
  return { server, state, ...openConsole(STATION_PATH) };
}

describe("the page of a station that is not ready", () => {
  // @spec R1.22
  test("says so before ONLINE, and why, since when and where to look in its first card", async () => {
    open();
    await expect.element(page.getByText("Not ready 22m", { exact: true })).toBeVisible();
    await expect
      .element(reasons.nth(0))
      .toMatchTextContent(/^No charged battery\d\d:\d\d · 22m1 needed\. Next in about 15 min: slot 1 at 63%\./);
    await expect
      .element(reasons.nth(0).getByRole("link", { name: "Chargers" }))
      .toHaveAttribute("href", `${STATION_PATH}/telemetry/latest/chargers`);
    await expect
      .element(reasons.nth(1))
      .toMatchTextContent(/^Last swap failed.*27m<img src=x onerror=alert\(1\)>\. Ends with the next swap\./);
    await expect.element(reasons.nth(1).getByRole("link", { name: "Group 64" })).toHaveAttribute("href", "/groups/64");
    await expect.element(reasons.nth(2)).toMatchTextContent(/^Drone on the pad.*28m$/);
    await expect.element(reasons.nth(3)).toMatchTextContent(/Ignored until .* \(Ana Ruiz\): Spare cable on its way/);
    await expect.element(card.getByText("0 of 8 charged, 1 needed")).toBeVisible();
    await expect.element(card.getByText(/^Charged at about \d\d:\d\d \(slot 1\)\./)).toBeVisible();
    await expect.element(card.getByText("Not checked: latch, gantry (not reported).")).toBeVisible();
    await expect
      .element(card.getByRole("link", { name: "Rules for Atlas stations" }))
      .toHaveAttribute("href", "/manage/readiness?rd-type=atlas");
    expect(card.element().querySelector("img")).toBeNull();
    const headings = page
      .getByRole("heading", { level: 2 })
      .elements()
      .map(({ textContent }) => textContent);
    expect(headings[0]).toBe("Readiness");
  });

  test("has a dialog that ignores a reason until a time, and a button that ends it", async () => {
    const { server, state } = open();
    await reasons.nth(0).getByRole("button", { name: "Ignore…" }).click();
    await expect.element(dialog()).toMatchTextContent(/No charged battery has no effect/);
    await dialog().getByRole("button", { name: "Ignore" }).click();
    await expect.element(dialog()).toMatchTextContent(/Say why the reason is ignored\./);
    expect(server.requestsTo(ignoreReadinessReason)).toEqual([]);
    await dialog().getByRole("textbox", { name: "Why" }).fill("Batteries arrive on Monday");
    await dialog().getByRole("radio", { name: "1 week" }).click();
    await dialog().getByRole("button", { name: "Ignore" }).click();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    expect(server.requestsTo(ignoreReadinessReason).map(({ body }) => body)).toMatchObject([
      { code: "no_battery", why: "Batteries arrive on Monday" },
    ]);
    await expect
      .element(reasons.nth(0))
      .toMatchTextContent(/Ignored until .* \(Kari Nilsen\): Batteries arrive on Monday/);
    await reasons.nth(3).getByRole("button", { name: "End ignoring" }).click();
    await expect.poll(() => state.ignored.map(({ code }) => code)).toEqual(["no_battery"]);
    await expect.element(page.getByText("The reason is no longer ignored.")).toBeVisible();
  });

  test("expects no charged battery at a station that is offline", async () => {
    open({ differences: { last_online_status: false } });
    await expect.element(card.getByText("0 of 8 charged, 1 needed")).toBeVisible();
    await expect.element(card.getByText(/^Charged at about/)).not.toBeInTheDocument();
  });

  // @spec R1.18
  test("a time beyond 30 days is refused", async () => {
    const { server } = open();
    await reasons.nth(0).getByRole("button", { name: "Ignore…" }).click();
    await dialog().getByRole("textbox", { name: "Why" }).fill("Long");
    await dialog().getByRole("radio", { name: "Other…" }).click();
    await dialog().getByLabelText(/^Time/).fill("2099-01-01T00:00");
    await dialog().getByRole("button", { name: "Ignore" }).click();
    await expect.element(dialog()).toMatchTextContent(/Choose a time within 30 days\./);
    expect(server.requestsTo(ignoreReadinessReason)).toEqual([]);
  });

  test("a user without rights reads the same, without changing anything", async () => {
    open({ user: customer });
    await expect.element(reasons.nth(0)).toMatchTextContent(/No charged battery/);
    const buttons = card.getByRole("button").elements();
    expect(buttons.map(({ textContent }) => textContent)).toEqual(["History"]);
    expect(card.getByRole("link", { name: /Group|Rules/ }).elements()).toEqual([]);
  });

  // @spec R1.18
  test("a manager ignores reasons of their stations, and not of others", async () => {
    open({ user: manager, differences: { org_id: 2 } });
    await expect.element(reasons.nth(0).getByRole("button", { name: "Ignore…" })).toBeVisible();
  });

  test("a phone shows the parts below each other", async () => {
    onTestFinished(() => page.viewport(1440, 900));
    await page.viewport(310, 900);
    open();
    await expect.element(card.getByText("0 of 8 charged, 1 needed")).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(310);
    const slots = card.getByRole("list", { name: "Battery slots" }).getByRole("listitem").elements();
    expect(slots).toHaveLength(8);
    expect(slots.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toEqual([]);
  });
});

test("a retired station has no readiness", async () => {
  open({ differences: { retired: "2026-01-01T00:00:00.000Z", readiness: null } });
  await expect.element(page.getByRole("heading", { name: "Statistics" })).toBeVisible();
  expect(card.elements()).toEqual([]);
});

test("a station that is ready says so", async () => {
  const server = startFakeConsole({ stations: [onlineStation({ readiness: sampleReadiness({ since: ago(60) }) })] });
  serveReadiness(server);
  openConsole(STATION_PATH);
  await expect.element(page.getByText("Ready 1h", { exact: true })).toBeVisible();
  await expect.element(card).toMatchTextContent(/Nothing is wrong\./);
});
