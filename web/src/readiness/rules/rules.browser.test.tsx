import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { saveReadinessRules, type SavedReadinessRules } from "@groundcrew/shared/readiness";
import { getStation } from "@groundcrew/shared/stations";
import { describe, expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeClock, stoppedClock } from "../../../test/clock.ts";
import { startFakeConsole } from "../../../test/fake-console.ts";
import { manager } from "../../../test/fake-manage.ts";
import { refuse } from "../../../test/fake-server.ts";
import { serveReadiness } from "../../../test/fake-readiness.ts";
import { openConsole } from "../../../test/open-console.tsx";

const PATH = "/manage/readiness";

const row = (name: string) => page.getByRole("row").filter({ hasText: name });
const save = page.getByRole("button", { name: "Save" });

const ofSkyline: SavedReadinessRules = {
  station_type: "atlas",
  org_id: 3,
  station: null,
  organization: "Skyline Logistics",
  station_title: null,
  rules: { rules: { few_batteries: { limit: 4 } } },
  rev: 7,
  changed: "2026-05-01T12:00:00.000Z",
  changed_by: "Ola Hansen",
};

type OpenOptions = { path?: string; rules?: SavedReadinessRules[]; user?: typeof manager };

function open({ path = PATH, rules = [], user }: OpenOptions = {}) {
  const server = startFakeConsole(user && { user });
  const state = serveReadiness(server, { rules });
  const { router } = openConsole(path);
  return { server, state, address: () => router.history.location.href };
}

describe("the rules of readiness", () => {
  test("are those of a station type, with swaps that succeeded despite them and words that are not assigned", async () => {
    open();
    await expect
      .element(row("No charged battery"))
      .toMatchTextContent(/12 swaps at 3 stations succeeded despite it in 30 days/);
    await expect.element(page.getByText("1 word is not assigned and has no effect: PARKED (3 stations)")).toBeVisible();
    await expect.element(row("Roof open at rest")).toBeVisible();
    await page.getByRole("button", { name: "Universal" }).click();
    await expect.element(row("Door open at rest")).toBeVisible();
    await expect.element(row("Pad raised at rest")).not.toBeInTheDocument();
  });

  test("say when they hold, in words around the inputs for their limits", async () => {
    open();
    const hotOrCold = row("Hot or cold inside");
    await expect.element(hotOrCold).toMatchTextContent(/above\s+or below\s*°F/);
    await expect
      .element(hotOrCold.getByRole("spinbutton", { name: "High limit of Hot or cold inside" }))
      .toHaveValue(100);
    await expect
      .element(hotOrCold.getByRole("spinbutton", { name: "Low limit of Hot or cold inside" }))
      .toHaveValue(32);
    await expect.element(row("Pad occupied")).toMatchTextContent(/shared stations only/);
    await expect.element(row("Stopped or starting")).toMatchTextContent(/by the words at the right/);
  });

  test("say before they are saved what differs and how many stations change, and save only what differs", async () => {
    const { state } = open();
    await page.getByRole("spinbutton", { name: "Limit of Few charged batteries" }).fill("3");
    await expect.element(page.getByText("Few charged batteries: 2 batteries → becomes 3 batteries")).toBeVisible();
    await expect.element(page.getByText("Now 4 stations change: Ready to Limited.")).toBeVisible();
    expect(state.drafts.at(-1)).toEqual({
      station_type: "atlas",
      org_id: null,
      station: null,
      rules: { rules: { few_batteries: { limit: 3 } } },
    });
    await save.click();
    await expect.element(page.getByText("Saved the rules.")).toBeVisible();
    await expect.element(save).not.toBeInTheDocument();
    expect(state.rules.map(({ rev }) => rev)).toEqual([1]);
    expect(state.rules.map(({ rules }) => rules)).toEqual([{ rules: { few_batteries: { limit: 3 } } }]);
  });

  // @spec R1.16
  test("say how many stations change by the values that are entered, and by the stations as they are now", async () => {
    const clock = fakeClock();
    const { state } = open();
    const limit = page.getByRole("spinbutton", { name: "Limit of Few charged batteries" });
    await limit.fill("3");
    await expect.element(page.getByText("Now 4 stations change: Ready to Limited.")).toBeVisible();
    const known = state.drafts.length;
    await clock.pass(2 * MINUTE_MS);
    await expect.poll(() => state.drafts.length).toBeGreaterThan(known);
    const stopped = stoppedClock();
    await limit.fill("4");
    await expect.element(page.getByText("…", { exact: true })).toBeVisible();
    await stopped.pass(SECOND_MS);
    await expect.poll(() => state.drafts.at(-1)).toMatchObject({ rules: { rules: { few_batteries: { limit: 4 } } } });
  });

  test("that are as before again have nothing to save", async () => {
    open();
    const gantry = page.getByRole("group", { name: "Effect of Latch or gantry not at rest" });
    await gantry.getByRole("button", { name: "Off" }).click();
    await expect.element(page.getByText("Latch or gantry not at rest: Limit → becomes Off")).toBeVisible();
    await gantry.getByRole("button", { name: "Limit" }).click();
    await expect.element(save).not.toBeInTheDocument();
  });

  test("with a number out of its limits are not saved", async () => {
    const { server } = open();
    await page.getByRole("spinbutton", { name: "Limit of Few charged batteries" }).fill("99");
    await expect.element(save).toBeDisabled();
    expect(server.requestsTo(saveReadinessRules)).toEqual([]);
  });

  // @spec R1.15
  test("of an organization are based on those of the type, and their differences are marked", async () => {
    const { address, state } = open({ rules: [ofSkyline] });
    await page.getByRole("button", { name: "Skyline Logistics" }).click();
    await expect.poll(address).toBe(`${PATH}?rd-org=3`);
    const limit = page.getByRole("spinbutton", { name: "Limit of Few charged batteries" });
    await expect.element(limit).toHaveValue(4);
    await limit.fill("2");
    await save.click();
    await expect.element(page.getByText("Saved the rules.")).toBeVisible();
    expect(state.rules).toMatchObject([{ org_id: 3, rev: 8, rules: { rules: {} } }]);
  });

  // @spec R1.15
  test("that someone else has saved meanwhile are saved again after that was read", async () => {
    const { state } = open({ path: `${PATH}?rd-org=3`, rules: [ofSkyline] });
    await page.getByRole("spinbutton", { name: "Limit of Few charged batteries" }).fill("5");
    state.rules = [{ ...ofSkyline, rev: 8, rules: { rules: { few_batteries: { limit: 6 } } } }];
    await save.click();
    await expect.element(page.getByText(/^Ola Hansen changed these rules\./)).toBeVisible();
    await save.click();
    await expect.element(page.getByText("Saved the rules.")).toBeVisible();
    expect(state.rules).toMatchObject([{ rev: 9, rules: { rules: { few_batteries: { limit: 5 } } } }]);
  });

  test.each([
    [
      "saved",
      [{ ...ofSkyline, rev: 8, rules: { rules: { few_batteries: { limit: 6 } } } }],
      /^Ola Hansen changed these/,
    ],
    ["removed", [], /^Someone changed these rules\./],
  ] as const)(
    "that someone else has %s are not overwritten although the page shows that",
    async (_, others, notice) => {
      const clock = fakeClock();
      const { state } = open({ path: `${PATH}?rd-org=3`, rules: [ofSkyline] });
      const limit = page.getByRole("spinbutton", { name: "Limit of Few charged batteries" });
      await limit.fill("5");
      await expect.element(page.getByText("Few charged batteries: 4 batteries → becomes 5 batteries")).toBeVisible();
      state.rules = [...others];
      await clock.pass(2 * MINUTE_MS);
      await expect
        .element(page.getByText(/^Few charged batteries: [26] batteries → becomes 5 batteries$/))
        .toBeVisible();
      await save.click();
      await expect.element(page.getByText(notice)).toBeVisible();
      expect(state.rules).toEqual(others);
      await save.click();
      await expect.element(page.getByText("Saved the rules.")).toBeVisible();
      expect(state.rules).toMatchObject([{ rules: { rules: { few_batteries: { limit: 5 } } } }]);
    },
  );

  test("keep a number that is emptied while another one is typed, and show it again when its input is left", async () => {
    const { state } = open();
    const limit = page.getByRole("spinbutton", { name: "Limit of Few charged batteries" });
    await limit.fill("");
    await expect.element(limit).toHaveValue(null);
    await userEvent.tab();
    await expect.element(limit).toHaveValue(2);
    expect(state.drafts).toEqual([]);
  });

  test("of a station that does not exist are not edited", async () => {
    const { server } = open({ path: `${PATH}?rd-station=gc-000000000002` });
    server.on(getStation, refuse(404, "There is no such station."));
    await expect.element(page.getByText("This station doesn't seem to exist.")).toBeVisible();
    expect(page.getByRole("table", { name: "Rules" }).elements()).toEqual([]);
  });

  test("words are typed with spaces between them", async () => {
    const { state } = open();
    await page.getByRole("textbox", { name: "At rest" }).fill("idle parked");
    await expect.element(page.getByText("At rest: IDLE → becomes IDLE PARKED")).toBeVisible();
    await save.click();
    await expect.element(page.getByText("Saved the rules.")).toBeVisible();
    expect(state.rules[0]?.rules.words?.rest).toEqual(["IDLE", "PARKED"]);
  });

  // @spec R1.17
  test("are read by managers, who change nothing", async () => {
    open({ user: manager });
    await expect.element(row("No charged battery")).toMatchTextContent(/Block.*fewer than 1.*1 min/);
    await expect.element(row("Hot or cold inside")).toMatchTextContent(/above 100 or below 32°F/);
    await expect.element(row("Gripper or longs closed at rest")).toMatchTextContent(/pad empty/);
    expect(page.getByRole("spinbutton").elements()).toEqual([]);
    expect(page.getByRole("group", { name: /^Effect of/ }).elements()).toEqual([]);
  });

  test.each([1180, 640, 310])("fit a window of %d px", async (width) => {
    onTestFinished(() => page.viewport(1440, 900));
    await page.viewport(width, 900);
    open();
    await expect.element(row("No charged battery")).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });
});
