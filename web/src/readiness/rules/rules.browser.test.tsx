import { saveReadinessRules, type SavedReadinessRules } from "@groundcrew/shared/readiness";
import { describe, expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { startFakeConsole } from "../../../test/fake-console.ts";
import { manager } from "../../../test/fake-manage.ts";
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

  test("say before they are saved what differs and how many stations change, and save only what differs", async () => {
    const { state } = open();
    await page.getByRole("spinbutton", { name: "Limit of Few charged batteries" }).fill("3");
    await expect.element(page.getByText("Few charged batteries: 2 batteries 3 batteries")).toBeVisible();
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

  test("that are as before again have nothing to save", async () => {
    open();
    const gantry = page.getByRole("group", { name: "Effect of Latch or gantry not at rest" });
    await gantry.getByRole("button", { name: "Off" }).click();
    await expect.element(page.getByText("Latch or gantry not at rest: Limit Off")).toBeVisible();
    await gantry.getByRole("button", { name: "Limit" }).click();
    await expect.element(save).not.toBeInTheDocument();
  });

  test("with a number out of its limits are not saved", async () => {
    const { server } = open();
    await page.getByRole("spinbutton", { name: "Limit of Few charged batteries" }).fill("99");
    await expect.element(save).toBeDisabled();
    expect(server.requestsTo(saveReadinessRules)).toEqual([]);
  });

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

  test("words are typed with spaces between them", async () => {
    const { state } = open();
    await page.getByRole("textbox", { name: "At rest" }).fill("idle parked");
    await expect.element(page.getByText("At rest: IDLE IDLE PARKED")).toBeVisible();
    await save.click();
    await expect.element(page.getByText("Saved the rules.")).toBeVisible();
    expect(state.rules[0]?.rules.words?.rest).toEqual(["IDLE", "PARKED"]);
  });

  test("are read by managers, who change nothing", async () => {
    open({ user: manager });
    await expect.element(row("No charged battery")).toMatchTextContent(/Block.*1 batteries.*1 min/);
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
