import { readFile } from "node:fs/promises";
import { errorTime, jobTypeOf, reduceMessage, type StationError } from "@groundcrew/shared/station-errors";
import type { Station } from "@groundcrew/shared/stations";
import type { Locator, Page } from "@playwright/test";
import { expectAccessibleInEachLayout } from "./axe.ts";
import { ADMIN, reading, receiveStation, USER } from "./station-parts.ts";
import { bodyRows, openTriage } from "./support-parts.ts";
import { expect, test } from "./test.ts";

test.describe("the station data history dialog", () => {
  // @spec 71.1, 71.2, 71.3, 181.4
  test("has a Refresh button, the latest unresolved error in red with job type and occurrence time, and the warning", async ({
    login,
  }) => {
    const page = await login(ADMIN);
    const { name, last_telemetry_data: reported } = await stationWithErrors(page);
    await receiveStation(page, name, {
      last_telemetry_data: { ...reported, warn_message: "Pad is slower than usual" },
    });
    const dialog = await openHistory(page, name);
    const [latest] = await errorsOf(page, name);
    if (!latest) throw new Error("The station has no error");
    const alert = dialog.getByRole("alert");
    await expect(alert).toContainText(reduceMessage(latest.error_message));
    await expect(alert).toContainText(jobTypeOf(latest) ?? "no job type");
    await expect(alert).toContainText(`occurred ${errorTime(latest).slice(0, 10)}`);
    await expect(dialog.getByRole("status").filter({ hasText: "Pad is slower than usual" })).toBeVisible();
    await expect(dialog.getByRole("region", { name: "Activity Data" }).getByRole("slider")).toBeVisible();

    const asked = [/\/errors\?limit=1$/, /statistics\/history/, /include_telemetry/].map((of) =>
      page.waitForRequest(of),
    );
    await dialog.getByRole("button", { name: "Refresh" }).click();
    await Promise.all(asked);
  });

  // @spec 71.1, 181.4, 228.1
  test("says that nothing is unresolved, and leads only admins to the error log", async ({ login, system }) => {
    const page = await login(USER);
    const [own] = await system.stationsOf("Harbor Air");
    await page.route(/\/errors\?limit=1$/, (route) => route.fulfill({ json: [] }));
    const dialog = await openHistory(page, own?.name ?? "");
    await expect(dialog).toContainText("No unresolved errors");
    await expect(dialog.getByRole("button", { name: "Refresh" })).toHaveCount(1);
    await expect(dialog.getByRole("button", { name: "View Error Log" })).toHaveCount(0);
  });

  test("opens from an opened row, and gives the focus back", async ({ login, system }) => {
    const { serial_number } = await system.onlineStation("atlas");
    const page = await login(ADMIN, `/?stations-q=${encodeURIComponent(serial_number)}`);
    await page.getByRole("button", { name: `Details of ${serial_number}` }).click();
    const opener = page.getByRole("button", { name: "Data History" });
    await opener.click();
    const dialog = page.getByRole("dialog", { name: `${serial_number} Data History` });
    await dialog.getByRole("button", { name: "View Error Log" }).click();
    const log = page.getByRole("dialog", { name: `${serial_number} Error Log` });
    await expect(log).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(log).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  });

  // @spec 319.2
  test("draws a chart 97% as wide as its place and 400 px high", async ({ login, system }) => {
    const page = await login(ADMIN);
    const { name } = await system.onlineStation("universal");
    const dialog = await openHistory(page, name);
    const canvas = dialog.locator("canvas");
    await expect(canvas).toBeVisible();
    await expect(async () => {
      const [plot, place] = await canvas.evaluate((of) =>
        [of.closest(".uplot"), of.closest(".uplot")?.parentElement?.parentElement].map((one) =>
          one?.getBoundingClientRect(),
        ),
      );
      expect(plot?.height).toBe(400);
      expect((plot?.width ?? 0) / (place?.width ?? NaN)).toBeCloseTo(0.97, 2);
    }).toPass();
  });
});

test.describe("the Error Log dialog", () => {
  // @spec 3.2, 77.1, 77.2
  test("lists errors with unresolved first, 12 per page, and says Solved, Error Message, Logged At, Solution, Solved At", async ({
    login,
  }) => {
    const page = await login(ADMIN);
    const { name } = await stationWithErrors(page);
    const errors = await errorsOf(page, name);
    const log = await openLog(page, name);
    await expect(log).toContainText(
      "Resolved errors are kept for 2 years, those attached to a support log entry permanently.",
    );
    const columns = ["Solved", "Error Message", "Logged At", "Solution", "Solved At"];
    await expect(log.getByRole("columnheader")).toHaveText(columns);
    const rows = log.getByRole("row").filter({ has: page.getByRole("cell") });
    await expect(rows).toHaveCount(12);
    await expect(rows.first().getByRole("cell")).toHaveText([
      "No",
      new RegExp(reduceMessage(errors[0]?.error_message ?? "")),
      (errors[0]?.time_logged ?? "").slice(0, 19).replace("T", " "),
      "–",
      "–",
    ]);
    const last = Math.ceil(errors.length / 12);
    await log.getByRole("button", { name: `Page ${last}`, exact: true }).click();
    await expect(rows).toHaveCount(errors.length - (last - 1) * 12);
    const end = errors.at(-1);
    await expect(rows.last().getByRole("cell").nth(3)).toHaveText(end?.solution ?? "–");
    await expect(rows.last().getByRole("cell").first()).toHaveText(end?.time_handled ? "Yes" : "No");
  });

  test("names the job type that only the message has, as triage and the errors of a minute do", async ({ login }) => {
    const page = await login(ADMIN);
    const { name, serial_number } = await stationWithErrors(page);
    const [error] = await errorsOf(page, name);
    const unnamed = { ...error, job_type: null, error_message: "(job_type=calibrate_pad) Belt slipped" };
    await page.route(/\/api\/stations\/[^/]+\/errors(\?|$)/, (route) => route.fulfill({ json: [unnamed] }));
    const log = await openLog(page, name);
    await expect(log.getByRole("row").filter({ hasText: "Belt slipped" })).toContainText("calibrate_pad");
    await page.keyboard.press("Escape");
    const history = page.getByRole("region", { name: "Activity Data" });
    await expect(history.getByRole("slider")).toBeVisible();
    await history.locator(".u-over").click();
    const minute = page.getByRole("dialog", { name: /Errors$/ }).getByRole("listitem");
    await expect(minute).toContainText("calibrate_pad");
    const triage = await openTriage(page, serial_number);
    await expect(bodyRows(triage).first().getByRole("cell").nth(2)).toHaveText("calibrate_pad");
  });

  // @spec 77.3
  test("saves the errors as CSV under ERRORLOG_{station}_ and the time", async ({ login }) => {
    const page = await login(ADMIN);
    const { name } = await stationWithErrors(page);
    const log = await openLog(page, name);
    const saved = page.waitForEvent("download");
    await log.getByRole("button", { name: "Download Errors CSV" }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toMatch(
      new RegExp(`^ERRORLOG_${name}_\\d{4}-\\d\\d-\\d\\dT[\\d-]{8}Z\\.csv$`),
    );
    const text = await readFile(await download.path(), "utf8");
    expect(text.startsWith("\uFEFFSolved,Error Message,")).toBe(true);
    expect(text.trimEnd().split("\r\n")).toHaveLength(1 + (await errorsOf(page, name)).length);
  });

  // @spec 77.3
  test("saves errors beyond the first thousand too", async ({ login }) => {
    const page = await login(ADMIN);
    const { name } = await stationWithErrors(page);
    const [one] = await errorsOf(page, name);
    const part = (from: number, count: number) => Array.from({ length: count }, (_, at) => ({ ...one, id: from - at }));
    await page.route(/\/errors$/, (route) => route.fulfill({ json: part(9_000, 1_000) }));
    await page.route(/after_error=8001$/, (route) => route.fulfill({ json: part(8_000, 5) }));
    const log = await openLog(page, name);
    await expect(log.getByText("The first 1,000 errors of the log are shown.")).toBeVisible();
    const saved = page.waitForEvent("download");
    await log.getByRole("button", { name: "Download Errors CSV" }).click();
    const text = await readFile(await (await saved).path(), "utf8");
    expect(text.trimEnd().split("\r\n")).toHaveLength(1 + 1_005);
  });

  // @spec 77.3, 181.1, 216.1, 216.2, 277.1
  test("admins resolve what they select, with a note of 10 characters", async ({ login }) => {
    const page = await login(ADMIN);
    const { name } = await stationWithErrors(page);
    const unresolved = (await errorsOf(page, name)).filter(({ time_handled }) => time_handled === null).length;
    const log = await openLog(page, name);
    const hint = log.getByText("Select at least one error first.");
    await expect(hint).toBeVisible();
    await log.getByRole("button", { name: "Resolve" }).click();
    const form = page.getByRole("dialog", { name: "Record Trivial Resolution" });
    await expect(form.getByRole("alert")).toHaveText("Please go back and select at least one error");
    await expect(form.getByRole("button", { name: "Resolve" })).toBeDisabled();
    await form.getByRole("button", { name: "Go Back" }).click();

    const pages = Math.ceil(unresolved / 12);
    await log.getByRole("button", { name: `Select All (${unresolved} on ${pages} pages)` }).click();
    await expect(log.getByRole("button", { name: `Resolve (${unresolved})` })).toBeVisible();
    await expect(hint).toHaveCount(0);
    await log.getByRole("button", { name: "Select All" }).click();
    const boxes = log.getByRole("checkbox");
    await boxes.nth(1).click();
    await boxes.nth(3).click({ modifiers: ["Shift"] });
    await log.getByRole("button", { name: "Resolve (3)" }).click();
    const solution = form.getByRole("textbox", { name: "Solution" });
    await expect(solution).toBeFocused();
    await form.getByRole("button", { name: "Resolve" }).click();
    await expect(form).toContainText("A note is required to continue");
    await solution.fill("123456789");
    await expect(form).toContainText("minimum 10 characters");
    await solution.fill("Tightened the belt");
    await form.getByRole("button", { name: "Resolve" }).click();
    await expect(page.getByText("Resolved 3 errors")).toBeVisible();
    await expect(form).toHaveCount(0);
    await expect
      .poll(async () => (await errorsOf(page, name)).filter((of) => of.solution === "Tightened the belt").length)
      .toBe(3);
    await expect(log.getByRole("button", { name: "Resolve", exact: true })).toBeVisible();
    await log.getByRole("button", { name: "Close", exact: true }).click();
    await expect(reading(page, "Errors Unresolved")).toHaveText(String(unresolved - 3));
  });

  // @spec 77.4
  test("says 'Loading...', then 'No error history tracked', and shows why it failed", async ({ login, system }) => {
    const page = await login(USER);
    const [own] = await system.stationsOf("Harbor Air");
    const answer = Promise.withResolvers<void>();
    await page.route(/\/errors$/, async (route) => {
      await answer.promise;
      await route.fulfill({ json: [] });
    });
    const log = await openLog(page, own?.name ?? "");
    await expect(log.getByText("Loading...")).toBeVisible();
    answer.resolve();
    await expect(log.getByText("No error history tracked")).toBeVisible();
    await expect(log.getByRole("button", { name: /Resolve|Select All/ })).toHaveCount(0);
    await expect(log.getByRole("button", { name: "Download Errors CSV" })).toBeDisabled();

    await page.unroute(/\/errors$/);
    await page.route(/\/errors$/, (route) => route.abort());
    await page.reload();
    await reading(page, "Errors").getByRole("button").click();
    await expect(log.getByRole("alert")).toContainText("Loading the error list for this station failed");
    await page.unroute(/\/errors$/);
    await log.getByRole("button", { name: "Reload" }).click();
    await expect(log.getByRole("alert")).toHaveCount(0);
  });
});

test("history, error log and resolution are accessible", async ({ login }) => {
  const page = await login(ADMIN);
  const { name } = await stationWithErrors(page);
  const dialog = await openHistory(page, name);
  await expect(dialog.getByRole("slider")).toBeVisible();
  await expectAccessibleInEachLayout(page);
  await dialog.getByRole("button", { name: "View Error Log" }).click();
  const log = page.getByRole("dialog", { name: /Error Log$/ });
  await log.getByRole("checkbox").first().click();
  await expect(log.getByRole("button", { name: "Resolve (1)" })).toBeVisible();
  await expectAccessibleInEachLayout(page);
  await log.getByRole("button", { name: "Resolve (1)" }).click();
  await page.getByRole("dialog", { name: "Record" }).getByRole("button", { name: "Resolve" }).click();
  await expect(page.getByText("A note is required to continue")).toBeVisible();
  await expectAccessibleInEachLayout(page);
});

async function errorsOf(page: Page, name: string): Promise<StationError[]> {
  return (await page.request.get(`/api/stations/${name}/errors`)).json();
}

/** A station with several pages of errors, most of them unresolved. */
async function stationWithErrors(page: Page): Promise<Station> {
  const all: Station[] = await (await page.request.get("/api/stations?include_support_metrics=true")).json();
  const [most] = all.toSorted((a, b) => unresolvedOf(b) - unresolvedOf(a));
  if (!most || unresolvedOf(most) < 13) throw new Error("No station has many errors");
  return most;
}

function unresolvedOf({ support_metrics }: Station): number {
  return support_metrics?.errors_unresolved ?? 0;
}

async function openHistory(page: Page, name: string): Promise<Locator> {
  await page.goto(`/stations/${name}`);
  await page.getByRole("button", { name: "Data History" }).click();
  return page.getByRole("dialog", { name: /Data History$/ });
}

async function openLog(page: Page, name: string): Promise<Locator> {
  await page.goto(`/stations/${name}`);
  await reading(page, "Errors").getByRole("button").click();
  return page.getByRole("dialog", { name: /Error Log$/ });
}
