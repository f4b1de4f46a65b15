import { getStationNotices } from "@groundcrew/shared/link";
import { listStationErrors } from "@groundcrew/shared/station-errors";
import { getStation } from "@groundcrew/shared/stations";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sampleError } from "../../../shared/test/sample-error.ts";
import { watchDownloads } from "../../test/downloads.ts";
import { customer, onlineStation, startFakeConsole } from "../../test/fake-console.ts";
import { refuse, type FakeServer } from "../../test/fake-server.ts";
import {
  activityData,
  numberedErrors,
  openStation,
  pressChart,
  serveErrors,
  STATION_PATH,
} from "../../test/fake-station-page.ts";
import { dialog, elementsIn, pressReading, reading } from "../../test/find.ts";
import { openConsole } from "../../test/open-console.tsx";

const log = page.getByRole("dialog", { name: "Atlas 0001 Error Log" });
const form = page.getByRole("dialog", { name: "Record Trivial Resolution" });
const downloadButton = log.getByRole("button", { name: "Download Errors CSV" });
const resolved = { time_handled: "2026-05-02T08:30:00.000Z", solution: "Replaced the belt" };

/** The texts of the log's rows, cell by cell. */
function rowTexts(): string[][] {
  const rows = elementsIn(log, "tbody tr");
  return rows.map((row) => [...row.querySelectorAll("td")].map(({ textContent }) => textContent));
}

/** Opens the error log of a station with these errors. */
async function openLog(errors: ReturnType<typeof numberedErrors>): Promise<FakeServer> {
  const { server } = openStation("");
  serveErrors(server, errors);
  await pressReading("Errors");
  await expect.element(log).toBeVisible();
  return server;
}

describe("the Error Log dialog", () => {
  // @spec 3.2, 77.1, 77.2
  test("lists errors with unresolved first, 12 per page, and says Solved, Error Message, Logged At, Solution, Solved At", async () => {
    const solved = numberedErrors(1, { id: 1, time_logged: "2026-05-02T08:00:00.000Z", ...resolved });
    const server = await openLog([...solved, ...numberedErrors(13)]);
    expect(elementsIn(log, "thead th").map(({ textContent }) => textContent)).toEqual([
      "Solved",
      "Error Message",
      "Logged At",
      "Solution",
      "Solved At",
    ]);
    await expect.poll(() => rowTexts().length).toBe(12);
    expect(rowTexts()[0]).toEqual(["No", "Fault 1", "2026-05-01 12:00:00", "–", "–"]);
    await log.getByRole("button", { name: "Page 2", exact: true }).click();
    await expect.poll(rowTexts).toEqual([
      ["No", "Fault 13", "2026-05-01 11:48:00", "–", "–"],
      ["Yes", "Fault 1", "2026-05-02 08:00:00", "Replaced the belt", "2026-05-02 08:30:00"],
    ]);
    expect(server.requestsTo(listStationErrors)).toHaveLength(1);
  });

  test("says how long resolved errors are kept", async () => {
    const { server } = openStation("");
    server.on(getStationNotices, async () => ({
      status: 200 as const,
      body: { too_many_events: null, swap_counts: null, connection_fault: null, errors_kept_days: 730 },
    }));
    await pressReading("Errors");
    const sentence = "Resolved errors are kept for 2 years, those attached to a support log entry permanently.";
    await expect.element(log.getByText(sentence)).toBeVisible();
  });

  test("shows the job type that only the message contains, as triage and the errors of a minute do", async () => {
    const server = startFakeConsole();
    serveErrors(server, [sampleError({ error_message: "(job_type=calibrate_pad) Belt slipped" })]);
    const { router } = openConsole(STATION_PATH);
    await pressReading("Errors");
    await expect.element(log.getByText("Belt slipped")).toBeVisible();
    expect(rowTexts()[0]?.[1]).toBe("Belt slippedcalibrate_pad");
    await userEvent.keyboard("{Escape}");
    await expect.element(activityData().getByRole("slider")).toBeInTheDocument();
    await pressChart(activityData());
    await expect.element(dialog()).toHaveAccessibleName("Atlas 0001 Errors");
    await expect.element(dialog().getByRole("listitem")).toMatchTextContent(/^Belt slipped.*· calibrate_pad$/);
    router.history.push("/?stations-type=");
    await page.getByRole("button", { name: /^Unresolved errors/ }).click();
    await expect.element(dialog().getByRole("cell", { name: "calibrate_pad" })).toBeVisible();
  });

  // @spec 77.3
  test("saves the errors as CSV under ERRORLOG_{station}_ and the time", async () => {
    const saved = watchDownloads();
    await openLog(numberedErrors(13));
    await downloadButton.click();
    await expect.poll(() => saved.length).toBe(1);
    const [file] = saved;
    expect(file?.name).toMatch(/^ERRORLOG_gc-000000000001_\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.csv$/);
    expect(file?.text).toMatch(/^\uFEFFSolved,Error Message,/);
    expect(file?.text.trimEnd().split("\r\n")).toHaveLength(1 + 13);
  });

  // @spec 77.3
  test("saves errors beyond the first thousand too", async () => {
    const saved = watchDownloads();
    const { server } = openStation("");
    const all = numberedErrors(1_005);
    server.on(listStationErrors, async ({ query }) => {
      const from = 1 + all.findIndex(({ id }) => id === query.after_error);
      return { status: 200 as const, body: all.slice(from, from + query.limit) };
    });
    await pressReading("Errors");
    await expect.element(log.getByText("The first 1,000 errors of the log are shown.")).toBeVisible();
    await downloadButton.click();
    await expect.poll(() => saved.length).toBe(1);
    const lines = saved[0]?.text.trimEnd().split("\r\n");
    expect(lines).toHaveLength(1 + 1_005);
    expect(lines?.at(-1)).toContain("Fault 1005");
  });

  // @spec 77.4
  test("says 'Loading...', then 'No error history tracked'; only admins can resolve", async () => {
    const server = startFakeConsole({ user: customer });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    server.on(listStationErrors, async () => {
      await released;
      return { status: 200 as const, body: [] };
    });
    openConsole(STATION_PATH);
    await pressReading("Errors");
    await expect.element(log.getByText("Loading...")).toBeVisible();
    release();
    await expect.element(log.getByText("No error history tracked")).toBeVisible();
    await expect.element(downloadButton).toBeDisabled();
    expect(log.getByRole("button", { name: /Resolve|Select All/ }).elements()).toEqual([]);
  });

  // @spec 77.4
  test("says why it could not be loaded, and loads it on request", async () => {
    const { server } = openStation("");
    server.on(listStationErrors, refuse(500, "The list is locked."));
    await pressReading("Errors");
    await expect.element(log.getByRole("alert")).toMatchTextContent("Loading the error list for this station failed");
    serveErrors(server, numberedErrors(2));
    await log.getByRole("button", { name: "Reload" }).click();
    await expect.poll(() => rowTexts().length).toBe(2);
    expect(log.getByRole("alert").elements()).toEqual([]);
  });
});

describe("resolving errors", () => {
  const resolve = form.getByRole("button", { name: "Resolve" });

  // @spec 77.3, 216.1
  test("needs at least one selected error", async () => {
    await openLog(numberedErrors(2));
    await expect.element(log.getByText("Select at least one error first.")).toBeVisible();
    await log.getByRole("button", { name: "Resolve" }).click();
    await expect.element(form.getByRole("alert")).toHaveTextContent("Please go back and select at least one error");
    await expect.element(resolve).toBeDisabled();
    await form.getByRole("button", { name: "Go Back" }).click();
    await expect.element(form).not.toBeInTheDocument();
  });

  // @spec 77.3
  test("Select All selects the unresolved errors of all pages, and deselects them again", async () => {
    await openLog([...numberedErrors(14), ...numberedErrors(1, { id: 1, ...resolved })]);
    await log.getByRole("button", { name: "Select All (14 on 2 pages)" }).click();
    await expect.element(log.getByRole("button", { name: "Resolve (14)" })).toBeVisible();
    expect(log.getByText("Select at least one error first.").elements()).toEqual([]);
    await log.getByRole("button", { name: "Select All" }).click();
    await expect.element(log.getByRole("button", { name: "Resolve", exact: true })).toBeVisible();
    await log.getByRole("button", { name: "Page 2" }).click();
    await expect.element(log.getByRole("checkbox").last()).toBeDisabled();
  });

  // @spec 77.3, 181.1, 216.1, 216.2, 277.1
  test("admins resolve the range that they select, with a note of 10 characters", async () => {
    const server = await openLog(numberedErrors(5));
    await log.getByRole("checkbox").nth(1).click();
    await log
      .getByRole("checkbox")
      .nth(3)
      .click({ modifiers: ["Shift"] });
    await log.getByRole("button", { name: "Resolve (3)" }).click();
    const solution = form.getByRole("textbox", { name: "Solution" });
    await expect.element(solution).toHaveFocus();
    await resolve.click();
    await expect.element(form).toMatchTextContent("A note is required to continue");
    await solution.fill("123456789");
    await expect.element(form).toMatchTextContent("minimum 10 characters");
    await solution.fill("Tightened the belt");
    const support_metrics = { errors_unresolved: 2, error_latest: null };
    server.on(getStation, async () => ({ status: 200 as const, body: onlineStation({ support_metrics }) }));
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.element(page.getByText("Resolved 3 errors")).toBeVisible();
    await expect.element(form).not.toBeInTheDocument();
    await expect
      .poll(() => rowTexts().map(([solved, message, , note]) => [solved, message, note]))
      .toEqual([
        ["No", "Fault 1", "–"],
        ["No", "Fault 5", "–"],
        ["Yes", "Fault 2", "Tightened the belt"],
        ["Yes", "Fault 3", "Tightened the belt"],
        ["Yes", "Fault 4", "Tightened the belt"],
      ]);
    await expect.element(log.getByRole("button", { name: "Resolve", exact: true })).toBeVisible();
    await expect.poll(() => reading("Errors Unresolved")).toEqual(["2"]);
  });
});
