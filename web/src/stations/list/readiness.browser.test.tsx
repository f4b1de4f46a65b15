import { reasonCode, type ReadinessReason, type ReasonCode, type ReasonEffect } from "@groundcrew/shared/readiness";
import type { Station } from "@groundcrew/shared/stations";
import { describe, expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sampleReadiness, sampleReason } from "../../../../shared/test/sample-readiness.ts";
import { onlineStation, startFakeConsole } from "../../../test/fake-console.ts";
import { openConsole, resizeWindow } from "../../../test/open-console.tsx";
import { listLook } from "./look.ts";

const MINUTE_MS = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString();
const ahead = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString();

const list = page.getByRole("list", { name: "Stations" });
const rows = list.getByRole("listitem");
const states = page.getByRole("group", { name: "Readiness" });
const state = (name: string) => states.getByRole("button", { name: new RegExp(`^${name}`) });

function named(nth: number, differences: Partial<Station>): Station {
  return onlineStation({
    name: `gc-${String(nth).padStart(12, "0")}`,
    serial_number: `Atlas ${String(nth).padStart(4, "0")}`,
    ...differences,
  });
}

const blocked = (reason: Partial<ReadinessReason> = {}, minutes = 22) =>
  sampleReadiness({
    state: "not_ready",
    since: ago(minutes),
    reasons: [sampleReason("gripper", "block", { args: { parts: ["left gripper"] }, ...reason })],
  });

const maintenance = { id: 7, why: "New belt", by: "Ana Ruiz", from: ago(48), until: ahead(60) };

/** A station of each kind, the worst last. */
const FLEET = () => [
  named(1, { readiness: sampleReadiness({ charged: 6, since: ago(9 * 24 * 60) }) }),
  named(2, { readiness: sampleReadiness({ charged: 3, busy: "SWAPPING", since: ago(60) }) }),
  named(3, {
    maintenance,
    readiness: sampleReadiness({
      state: "not_ready",
      since: maintenance.from,
      reasons: [sampleReason("maintenance", "maintenance", { args: { until: maintenance.until } })],
    }),
  }),
  named(4, {
    last_online_status: false,
    readiness: sampleReadiness({
      state: "unknown",
      since: ago(12),
      reasons: [sampleReason("offline", "unknown", { since: ago(12), args: { was: "ready" } })],
    }),
  }),
  named(5, {
    readiness: sampleReadiness({
      state: "limited",
      since: ago(31),
      reasons: [
        sampleReason("temperature", "limit", { args: { fahrenheit: 104 } }),
        sampleReason("drone", "info"),
        sampleReason("busy", "info", { args: { word: "SWAPPING" } }),
      ],
      more: 2,
    }),
  }),
  named(6, { readiness: blocked() }),
];

function openList(stations: Station[], query = "") {
  const server = startFakeConsole({ stations });
  const { router, main } = openConsole(`/${query}`);
  return { server, main, search: () => decodeURIComponent(router.state.location.searchStr) };
}

const SORTED = "?stations-sort=readiness";

describe("the readiness of stations in the list", () => {
  // @spec R1.19
  test("is the second line of the description: what is charged, or why a drone cannot swap", async () => {
    openList(FLEET(), SORTED);
    await expect.poll(() => rows.length).toBe(6);
    await expect.element(rows.nth(0)).toMatchTextContent(/Not readyLeft gripper closed.*22mnot ready/);
    await expect.element(rows.nth(1)).toMatchTextContent(/Limited104°F inside\+4.*31mlimited/);
    await expect.element(rows.nth(2)).toMatchTextContent(/UnknownOffline for 12 min, was Ready.*12munknown/);
    await expect.element(rows.nth(3)).toMatchTextContent(/Maintenance until (\w{3} )?\d\d:\d\d.*48min maintenance/);
    await expect.element(rows.nth(3)).not.toMatchTextContent(/Not ready/);
    await expect.element(rows.nth(4)).toMatchTextContent(/6 charged.*1wready/);
    await expect.element(rows.nth(5)).toMatchTextContent(/Busy: SWAPPING · 3 charged.*1hready/);
  });

  // @spec R1.19
  test("has a rail of its color, none of its own in maintenance, and none for what is ready, unless all colors are chosen", async () => {
    openList(FLEET(), SORTED);
    await expect.poll(() => rows.length).toBe(6);
    const rail = (nth: number) => {
      const row = rows.nth(nth).element().firstElementChild;
      return row ? getComputedStyle(row, "::before").backgroundColor : "";
    };
    const token = (name: string) => {
      const probe = document.createElement("span");
      probe.style.background = `var(${name})`;
      document.body.append(probe);
      const color = getComputedStyle(probe).backgroundColor;
      probe.remove();
      return color;
    };
    expect(rail(0)).toBe(token("--gc-danger"));
    expect(rail(1)).toBe(token("--gc-warn"));
    expect(rail(4)).toBe("rgba(0, 0, 0, 0)");
    listLook.calm.set(false);
    onTestFinished(() => listLook.calm.set(true));
    await expect.poll(() => rail(4)).toBe(token("--gc-ok"));
    expect(new Set([0, 1, 4].map(rail)).size).toBe(3);
  });

  // @spec R1.20
  test("is filtered, counted over everything else that is chosen, and in the address; Shift adds a state", async () => {
    const { search } = openList(FLEET());
    await expect.element(state("All")).toHaveTextContent("All 6");
    for (const text of ["Not ready 1", "Limited 1", "Unknown 1", "Ready 2"]) {
      await expect.element(states.getByRole("button", { name: text, exact: true })).toBeVisible();
    }
    await expect.element(page.getByText("1 in maintenance", { exact: true })).toBeVisible();
    await state("Not ready").click();
    await expect.poll(() => rows.length).toBe(1);
    await expect.poll(search).toBe("?stations-ready=not_ready");
    await expect.element(state("Not ready")).toHaveAttribute("aria-pressed", "true");
    await expect.element(state("All")).toHaveAttribute("aria-pressed", "false");
    // The counts stay those of all.
    await expect.element(state("Ready")).toHaveTextContent("Ready 2");

    await state("Limited").click({ modifiers: ["Shift"] });
    await expect.poll(search).toBe("?stations-ready=not_ready,limited");
    await expect.poll(() => rows.length).toBe(2);
    await userEvent.keyboard("{Shift>}{Enter}{/Shift}");
    await expect.poll(search).toBe("?stations-ready=not_ready");
    await page.getByRole("searchbox", { name: "Search" }).fill("0006");
    await expect.element(state("All")).toHaveTextContent("All 1");
    await state("All").click();
    await expect.poll(search).toBe("?stations-q=0006");
  });

  test("that no station has leaves the strip, and a button that shows all again", async () => {
    openList(FLEET().slice(0, 2), "?stations-ready=unknown");
    await expect.element(page.getByText("No stations match your currently selected filters.")).toBeVisible();
    await page.getByRole("button", { name: "Reset filters" }).click();
    await expect.poll(() => rows.length).toBe(2);
    await expect.element(state("All")).toHaveAttribute("aria-pressed", "true");
  });

  // @spec R1.21
  test("is a figure of the head, and in heads of groups, which are from worst to best", async () => {
    openList(FLEET(), "?stations-group=readiness");
    await expect.element(page.getByRole("term").filter({ hasText: /^Ready$/ })).toBeVisible();
    await expect.element(page.getByRole("definition").nth(4)).toHaveTextContent("2");
    const heads = page.getByRole("button", { expanded: true }).filter({ hasText: "station" });
    await expect
      .poll(() => heads.elements().map(({ textContent }) => textContent))
      .toEqual([
        "Readiness Not ready1 station · 1 online · 1 not ready · 1 with errors",
        "Readiness Limited1 station · 1 online · 1 with errors",
        "Readiness Unknown1 station · 0 online · 1 with errors",
        "Readiness In maintenance1 station · 1 online · 1 with errors · 1 in maintenance",
        "Readiness Ready2 stations · 2 online · 2 with errors",
      ]);
  });

  test("groups stations by their main reason", async () => {
    openList(FLEET(), "?stations-group=reason");
    await expect
      .poll(() =>
        page
          .getByRole("heading", { level: 2 })
          .elements()
          .map(({ textContent }) => textContent),
      )
      .toEqual([
        "Main Reason Gripper closed",
        "Main Reason Hot or cold inside",
        "Main Reason Offline",
        "Main Reason In maintenance",
        "Main Reason Ready",
      ]);
  });

  test("of a retired station is not said", async () => {
    const retired = named(1, { readiness: null, retired: "2026-01-01T00:00:00.000Z" });
    openList([retired], `${SORTED}&stations-f-retired=1`);
    await expect.element(rows.first()).toMatchTextContent(/–not evaluated/);
    await expect.element(rows.first()).not.toMatchTextContent(/Ready|charged/);
  });
});

/** The text in a row for each reason of an atlas station. */
const TEXTS: Record<ReasonCode, [ReasonEffect, ReadinessReason["args"], RegExp]> = {
  maintenance: ["maintenance", { until: "2026-05-01T16:00:00.000Z" }, /In maintenance until May 1 \d\d:00/],
  never: ["unknown", {}, /Never connected/],
  no_data: ["unknown", {}, /Telemetry is off/],
  offline: ["unknown", { was: "limited" }, /Offline for 34 min, was Limited/],
  silent: ["unknown", {}, /No telemetry for 34 min/],
  stopped: ["block", { word: "ERROR" }, /System: ERROR/],
  starting: ["block", { word: "BOOT" }, /Starting: BOOT/],
  stuck: ["block", { word: "SWAPPING" }, /SWAPPING for 34 min/],
  swaps_failed: ["block", { failed: 2, group: "Left gripper", group_id: 3 }, /2 swaps failed in a row: Left gripper/],
  error_group: ["block", { group: "Latch <b>", group_id: 118 }, /Latch <b> \(Group 118\)/],
  no_battery: ["block", { charged: 0, next: "none_charging" }, /No charged battery, none charging/],
  few_batteries: ["limit", { charged: 1, next: "no_estimate" }, /1 charged battery, charging, no estimate/],
  no_slot: ["limit", {}, /No empty slot/],
  gripper: ["block", { parts: ["left gripper", "front long"] }, /Left gripper and front long closed/],
  pad_taken: ["block", {}, /Pad occupied for 34 min/],
  pad_unknown: ["limit", {}, /Pad sensor unknown/],
  door_unknown: ["limit", {}, /Roof position unknown/],
  pad_level: ["limit", {}, /Pad raised/],
  door_open: ["limit", {}, /Roof open for 34 min/],
  latch: ["limit", {}, /Latch open/],
  gantry: ["limit", {}, /Gantry not home/],
  job_failed: ["limit", { job: "home_all" }, /home_all failed 34 min ago/],
  temperature: ["limit", { fahrenheit: 104 }, /104°F inside/],
  hexboard: ["limit", {}, /HexBoard not detected/],
  charger: ["limit", { failed: 4, slots: 8 }, /4 of 8 slots with a battery error/],
  camera: ["limit", { cameras: ["camera_pad"] }, /camera_pad is missing/],
  message: ["limit", { message: "<img src=x onerror=alert(1)>" }, /<img src=x onerror=alert\(1\)>/],
  busy: ["info", { word: "SWAPPING" }, /5 charged/],
  drone: ["info", {}, /5 charged/],
};

const stateOf = {
  maintenance: "not_ready",
  unknown: "unknown",
  block: "not_ready",
  limit: "limited",
  info: "ready",
} as const;

test.each(reasonCode.options)("a row says why a station is as it is: %s", async (code) => {
  const [effect, args, text] = TEXTS[code];
  const reasons = [sampleReason(code, effect, { args, since: ago(34) })];
  openList([named(1, { readiness: sampleReadiness({ state: stateOf[effect], reasons, since: ago(34) }) })]);
  await expect.element(rows.first()).toMatchTextContent(text);
  expect(document.querySelector("li img, li b b")).toBeNull();
});

describe("in narrow windows", () => {
  test.each([1440, 1180, 980, 640, 310])(
    "at %d px nothing is wider than the window, and rows do not overlap",
    async (width) => {
      onTestFinished(() => page.viewport(1440, 900));
      await page.viewport(width, 900);
      openList(FLEET(), SORTED);
      await expect.poll(() => rows.length).toBeGreaterThan(2);
      await expect.element(page.getByText("Left gripper closed")).toBeVisible();
      const boxes = () => rows.elements().map((row) => row.getBoundingClientRect());
      await expect
        .poll(() =>
          boxes().every(({ top }, index, all) => index === 0 || Math.abs(top - (all[index - 1]?.bottom ?? 0)) < 1),
        )
        .toBe(true);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      for (const row of rows.elements()) {
        const grid = row.firstElementChild?.firstElementChild;
        expect(grid?.scrollHeight).toBeLessThanOrEqual((grid?.clientHeight ?? 0) + 1);
      }
    },
  );

  test("a phone says nothing about stations that are ready, whose rows are less high", async () => {
    onTestFinished(() => page.viewport(1440, 900));
    await page.viewport(310, 900);
    openList([named(1, { readiness: sampleReadiness() }), named(2, { readiness: blocked() })], SORTED);
    await expect.poll(() => rows.length).toBe(2);
    await expect.element(page.getByText("Left gripper closed")).toBeVisible();
    await expect.element(page.getByText("5 charged")).not.toBeVisible();
    const [high = 0, low = 0] = rows.elements().map((row) => row.getBoundingClientRect().height);
    expect(high - low).toBe(40);
  });
});

test.each([1_280, 1_000, 600, 310])("caution tags are in the row of a station in a window of %i px", async (width) => {
  await resizeWindow(width);
  const crane = { tags: ["crane-nearby"], cautions: ["crane-nearby"] };
  startFakeConsole({ stations: [named(1, { readiness: sampleReadiness({ charged: 6 }), ...crane }), named(2, {})] });
  openConsole("/?stations-type=&stations-sort=serial_number");
  const tag = rows.first().getByTitle("Station tag crane-nearby");
  await expect.element(tag).toBeVisible();
  const { bottom, right } = tag.element().getBoundingClientRect();
  const row = rows.first().element().getBoundingClientRect();
  expect(bottom).toBeLessThan(row.bottom);
  expect(right).toBeLessThan(row.right);
  const next = rows.nth(1).element().getBoundingClientRect();
  expect(row.bottom).toBe(next.top);
});
