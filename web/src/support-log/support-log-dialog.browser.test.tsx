import { listStationErrors } from "@groundcrew/shared/station-errors";
import { createSupportLogEntry } from "@groundcrew/shared/support-log";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { startFakeConsole } from "../../test/fake-console.ts";
import { Rejection, refuse } from "../../test/fake-server.ts";
import { numberedErrors, serveSupportLog, stationEntry } from "../../test/fake-support-log.ts";
import { dialog } from "../../test/find.ts";
import { openConsole } from "../../test/open-console.tsx";

const triage = page.getByRole("dialog", { name: "Atlas 0001" });
const button = (name: string) => triage.getByRole("button", { name, exact: true });
const error = (nth: number) => triage.getByRole("row").nth(nth);
const messages = () =>
  triage
    .getByRole("row")
    .elements()
    .slice(1)
    .map((row) => row.querySelectorAll("[role=cell]")[3]?.textContent);

/** Opens Error Triage of a station with some errors from its row in the list. */
async function openTriage(errors = numberedErrors(0)) {
  const server = startFakeConsole();
  const log = serveSupportLog(server, { errors });
  openConsole("/?stations-type=");
  await page.getByRole("button", { name: /^Unresolved errors/ }).click();
  await expect.element(triage.getByRole("tab", { name: /^Error Triage/ })).toHaveAttribute("aria-selected", "true");
  return { server, log };
}

describe("the Support Log and Error Triage dialog", () => {
  // @spec 80.1, 81.1, 216.3
  test("is extra large and titled with the serial number, stays open after a click outside it, and has 15 errors per page", async () => {
    await openTriage(numberedErrors(40));
    await expect.poll(() => messages().length).toBe(15);
    document.elementFromPoint(20, 500)?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    await expect.element(triage).toBeVisible();
    expect(triage.element().getBoundingClientRect().width).toBe(1120);
    const heads = triage.getByRole("columnheader").elements();
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      "Select",
      "Time",
      "Job Type",
      "Error Message",
      "Job Id",
    ]);
    expect(messages()[0]).toBe("Fault 1");
    await expect.element(button("Create Support Log from 0 entries")).toBeDisabled();
    await expect.element(button("Resolve Selected")).toBeDisabled();
  });

  // @spec 81.2, 82.1
  test("selects an error with a click, and with Shift all errors since the last one, across pages", async () => {
    await openTriage(numberedErrors(40));
    await expect.element(triage.getByText("Select at least one error first.")).toBeVisible();
    await error(3).click();
    await expect.element(triage.getByText("1 selected")).toBeVisible();
    await expect.element(triage.getByText("Select at least one error first.")).not.toBeInTheDocument();
    await error(3).click();
    await expect.element(triage.getByText("0 selected")).toBeVisible();
    await error(3).click();
    await expect.element(error(3).getByRole("checkbox")).toBeChecked();
    await button("Page 2").click();
    await error(5).click({ modifiers: ["Shift"] });
    await expect.element(triage.getByText("18 selected")).toBeVisible();
    await expect.element(button("Create Support Log from 18 entries")).toBeEnabled();
    await button("Clear").click();
    await expect.element(triage.getByText("0 selected")).toBeVisible();
    await button("Select All (40 on 3 pages)").click();
    await expect.element(button("Create Support Log from 40 entries")).toBeEnabled();
    await button("Select All (40 on 3 pages)").click();
    await expect.element(triage.getByText("0 selected")).toBeVisible();
  });

  // @spec 81.4
  test("requests only the errors logged in the selected time, and keeps the selection", async () => {
    const errors = numberedErrors(3, { time_logged: new Date().toISOString() });
    const { server } = await openTriage(errors);
    await error(1).click();
    const requested: unknown[] = [];
    server.on(listStationErrors, async ({ query }) => {
      requested.push(query);
      return { status: 200 as const, body: errors };
    });
    await button("Time: All").click();
    await page.getByRole("menuitemradio", { name: "Day" }).click();
    await expect.element(button("Time: Day")).toBeVisible();
    await expect
      .poll(() => requested)
      .toContainEqual({ filter_resolved: false, limit: 1_000, filter_after: expect.any(String) });
    await expect.element(error(1).getByRole("checkbox")).toBeChecked();
    await expect.element(triage.getByText("1 selected")).toBeVisible();
  });

  // @spec 82.1, 84.3
  test("creates a support log from the selected errors, which then leave the list", async () => {
    const { server } = await openTriage(numberedErrors(4));
    await error(1).click();
    await error(3).click({ modifiers: ["Shift"] });
    await button("Create Support Log from 3 entries").click();
    const form = page.getByRole("dialog", { name: "Create New Support Log Entry" });
    await expect.element(form).toMatchTextContent("3 errors will be attached to this entry.");
    await form.getByRole("textbox", { name: "Content" }).fill("Three faults of one cause");
    await form.getByRole("button", { name: "Create" }).click();
    await expect.element(form).not.toBeInTheDocument();
    await expect.poll(messages).toEqual(["Fault 4"]);
    expect(server.requestsTo(createSupportLogEntry).map(({ body }) => body)).toEqual([
      expect.objectContaining({ attached_errors: [1, 2, 3] }),
    ]);
  });

  // @spec 84.3
  test("resolves the selected errors with a note, and the focus stays in it", async () => {
    await openTriage(numberedErrors(3));
    await error(1).click();
    await button("Resolve Selected").click();
    const form = page.getByRole("dialog", { name: "Record Trivial Resolution" });
    await form.getByRole("textbox", { name: "Solution" }).fill("Tightened the belt");
    await form.getByRole("button", { name: "Resolve" }).click();
    await expect.element(form).not.toBeInTheDocument();
    await expect.poll(messages).toEqual(["Fault 2", "Fault 3"]);
    await expect.element(button("Resolve Selected")).toBeDisabled();
    await expect.poll(() => triage.element().contains(document.activeElement)).toBe(true);
  });

  // @spec 83.1, 83.2, 297.1, 297.2
  test("says why errors could not be loaded, and when there are none that need triage", async () => {
    const server = startFakeConsole();
    server.on(listStationErrors, refuse(500, "The list is locked."));
    openConsole("/?stations-type=");
    await page.getByRole("button", { name: /^Unresolved errors/ }).click();
    const alert = triage.getByRole("alert");
    await expect.element(alert).toMatchTextContent("Loading the error list for this station failed");
    await expect.element(alert).toMatchTextContent("The list is locked.");
    server.on(listStationErrors, async () => ({ status: 200 as const, body: [] }));
    await button("Reload").click();
    await expect.element(triage.getByText("There are no errors that need triage")).toBeVisible();
    await expect.element(button("Resolve Selected")).toBeDisabled();
  });
});

describe("an entry about errors", () => {
  const form = page.getByRole("dialog", { name: "Create New Support Log Entry" });
  const content = form.getByRole("textbox", { name: "Content" });

  async function fillEntry(text: string): Promise<void> {
    await error(1).click();
    await error(2).click();
    await button("Create Support Log from 2 entries").click();
    await content.fill(text);
  }

  test("says how many of its errors were already resolved and not attached", async () => {
    const { server } = await openTriage(numberedErrors(3));
    await fillEntry("One is resolved");
    server.on(createSupportLogEntry, async () => ({
      status: 201 as const,
      body: stationEntry({ attached_errors: [2] }),
    }));
    await form.getByRole("button", { name: "Create" }).click();
    await expect.element(page.getByText("1 of 2 errors was already resolved and not attached.")).toBeVisible();
    await expect.element(form).not.toBeInTheDocument();
  });

  test("stays in the form when one of its errors was attached to another entry", async () => {
    const { server } = await openTriage(numberedErrors(3));
    await fillEntry("Two faults of one cause");
    const sentence = "1 of 2 errors is already attached to support log entry #9. Deselect it.";
    server.on(createSupportLogEntry, async () => {
      throw new Rejection(409, sentence);
    });
    await form.getByRole("button", { name: "Create" }).click();
    await expect.element(form.getByRole("alert")).toHaveTextContent(sentence);
    await expect.element(content).toHaveValue("Two faults of one cause");
  });

  test("starts empty, even if another entry is being written", async () => {
    await openTriage(numberedErrors(1));
    await triage.getByRole("tab", { name: "Support Log" }).click();
    await triage.getByRole("textbox", { name: "Content" }).fill("half an entry");
    await triage.getByRole("tab", { name: /^Error Triage/ }).click();
    await error(1).click();
    await button("Create Support Log from 1 entries").click();
    await expect.element(dialog().getByRole("textbox", { name: "Content" })).toHaveValue("");
    await expect.element(form).toBeVisible();
  });
});
