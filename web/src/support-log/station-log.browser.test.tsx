import { changeStationErrors } from "@groundcrew/shared/station-errors";
import {
  changeEntryStatus,
  createSupportLogEntry,
  listStationSupportLog,
  publishEntry,
  replyToEntry,
  unpublishEntry,
  type SupportLogEntry,
} from "@groundcrew/shared/support-log";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeClock } from "../../test/clock.ts";
import { startFakeConsole } from "../../test/fake-console.ts";
import { numberedErrors, serveSupportLog, stationEntry } from "../../test/fake-support-log.ts";
import { dialog, focusOn } from "../../test/find.ts";
import { openConsole, resizeWindow } from "../../test/open-console.tsx";

const NAME = "gc-000000000001";
const article = (name: string | RegExp) => page.getByRole("article", { name });
const item = (name: string) => page.getByRole("menuitemradio", { name, exact: true });

/** Opens the Support Log tab of a station. */
function openLog(entries: SupportLogEntry[], errors = numberedErrors(0)) {
  const server = startFakeConsole();
  serveSupportLog(server, { entries, errors });
  return { server, ...openConsole(`/stations/${NAME}/supportlog`) };
}

describe("a new entry", () => {
  const form = page.getByRole("form", { name: "New Entry" });
  const content = form.getByRole("textbox", { name: "Content" });
  const tags = form.getByRole("textbox", { name: "Tags" });

  // @spec 97.1, 298.2
  test("is a note, a record or an incident, and Ctrl+Enter submits it", async () => {
    const { server } = openLog([]);
    await expect.element(form.getByRole("button", { name: "Note" })).toHaveAttribute("aria-pressed", "true");
    await expect.element(tags).toBeDisabled();
    await content.click();
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.element(form).toMatchTextContent("Body text is required");

    await form.getByRole("button", { name: "Needs Action" }).click();
    await content.fill("Gripper does not open");
    await tags.fill("mechanical, nonsense");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.element(form).toMatchTextContent("Unknown tags: nonsense");
    await tags.fill("mechanical ");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.element(form).toMatchTextContent("New incidents need at least one alerting tag.");
    expect(server.requestsTo(createSupportLogEntry)).toEqual([]);
    await tags.fill("mechanical op");
    await form.getByRole("button", { name: "ops" }).click();
    await expect.element(tags).toHaveValue("mechanical ops ");
    await content.click();
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.element(content).toHaveValue("");
    await expect.element(article(/^Needs Action by/)).toMatchTextContent("Gripper does not open");
    expect(server.requestsTo(createSupportLogEntry).map(({ body }) => body)).toEqual([
      expect.objectContaining({ status: "incident_needs_action", tags: [2, 1] }),
    ]);
  });

  test("that is written in the dialog of a narrow window is the one beside the log", async () => {
    const { server } = openLog([]);
    await content.fill("Gripper");
    await resizeWindow(500, 800);
    await page.getByRole("button", { name: "New Entry" }).click();
    const shown = dialog().getByRole("textbox", { name: "Content" });
    await expect.element(shown).toHaveValue("Gripper");
    await shown.fill("Gripper does not open");
    await dialog().getByRole("button", { name: "Create" }).click();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    expect(server.requestsTo(createSupportLogEntry)).toHaveLength(1);
    await resizeWindow(1280, 800);
    await expect.element(content).toHaveValue("");
  });

  // @spec 97.1
  test("that could not be sent says why, and is still in the form after a visit to another tab", async () => {
    const { server, router } = openLog([]);
    server.on(createSupportLogEntry, async () => {
      throw new TypeError("Failed to fetch");
    });
    await content.fill("Gripper does not open");
    await form.getByRole("button", { name: "Create" }).click();
    await expect
      .element(form.getByRole("alert"))
      .toMatchTextContent("Unable to contact the server (likely due to a network error)");
    const tabs = page.getByRole("navigation", { name: "Station" });
    await tabs.getByRole("link", { name: "Config" }).click();
    await expect.poll(() => router.history.location.href).toMatch(/\/config$/);
    router.history.back();
    await expect.element(content).toHaveValue("Gripper does not open");
  });
});

describe("an entry", () => {
  test("says whom it notified, and why an alert has not arrived yet", async () => {
    openLog([
      stationEntry({
        status: "incident_needs_action",
        alerts: [
          { target: "ops@groundcrew.example", state: "delivered", attempts: 1, error: null },
          { target: "https://pager.example/hook", state: "waiting", attempts: 2, error: "It does not answer." },
        ],
      }),
    ]);
    const alerts = article(/^Needs Action by/).getByRole("list", { name: "Alerts" });
    await expect.element(alerts.getByRole("listitem").first()).toHaveTextContent("Notified ops@groundcrew.example");
    await expect
      .element(alerts.getByRole("listitem").last())
      .toHaveTextContent("Notifying https://pager.example/hook (tried 2 times): It does not answer.");
  });

  // @spec 182.6
  test("gives its status to a reply, which is a note or a record", async () => {
    const { server } = openLog([stationEntry({ id: 7, status: "record", content: "Yearly service" })]);
    const entry = article(/^Record by/).first();
    await entry.getByRole("button", { name: "Reply" }).click();
    expect(entry.getByRole("button", { name: /^Status:/ }).elements()).toEqual([]);
    const form = entry.getByRole("form", { name: "Reply" });
    await expect.element(form.getByRole("button", { name: "Record" })).toHaveAttribute("aria-pressed", "true");
    expect(form.getByRole("button", { name: "Needs Action" }).elements()).toEqual([]);
    await form.getByRole("textbox", { name: "Content" }).fill("Belts were due");
    await form.getByRole("button", { name: "Reply" }).click();
    await expect.element(form).not.toBeInTheDocument();
    await expect.element(entry.getByRole("article", { name: /^Record by/ })).toMatchTextContent("Belts were due");
    expect(server.requestsTo(replyToEntry).map(({ path }) => path)).toEqual(["/api/supportlog/entries/7/replies"]);
  });

  // @spec 122.2, 182.8, 309.7
  test("is made public by holding its button for 2 seconds, and private again with the keyboard", async () => {
    const clock = fakeClock();
    const { server } = openLog([stationEntry({ id: 7 })]);
    const button = page.getByRole("button", { name: /hold for 2 seconds/ });
    await expect.element(button).toHaveAccessibleName(/^Private/);
    const press = (type: string) =>
      void button.element().dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0 }));
    press("pointerdown");
    // Time also passes by itself, on a busy machine a good part of a second.
    await clock.pass(1_000);
    press("pointerup");
    await clock.pass(3_000);
    expect(server.requestsTo(publishEntry)).toEqual([]);
    press("pointerdown");
    await clock.pass(2_000);
    await expect.element(button).toHaveAccessibleName(/^Public/);
    await expect.element(button).not.toHaveAttribute("aria-busy");
    press("pointerup");
    expect(server.requestsTo(publishEntry)).toHaveLength(1);

    focusOn(button);
    await userEvent.keyboard("{ >}");
    await clock.pass(2_000);
    await expect.element(button).toHaveAccessibleName(/^Private/);
    await userEvent.keyboard("{/ }");
    await expect.element(button).not.toHaveAttribute("aria-busy");
    expect(server.requestsTo(unpublishEntry)).toHaveLength(1);
  });
});

describe("an incident", () => {
  const status = page.getByRole("button", { name: /^Status:/ });

  // @spec 122.2, 181.3, 182.2
  test("changes its status at once, by keyboard too", async () => {
    openLog([stationEntry({ id: 7, status: "incident_needs_action" })]);
    await expect.element(status).toHaveAccessibleName("Status: Needs Action");
    focusOn(status);
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(item("Needs Action")).toHaveFocus();
    await userEvent.keyboard("{End}{Enter}");
    await expect.element(page.getByText("Successfully changed status")).toBeVisible();
    await expect.element(status).toHaveAccessibleName("Status: Resolved");
    await expect.element(status).toHaveFocus();
    await expect
      .element(page.getByRole("list", { name: "Status changes" }).getByRole("listitem").first())
      .toMatchTextContent(/^Needs Action → Resolved by Kari N\., 2026-06-01 \d\d:\d\d$/);
  });

  // @spec 84.3, 182.3
  test("that was resolved changes its status only after Confirm Status Change", async () => {
    const { server } = openLog([stationEntry({ id: 7, status: "incident_resolved" })]);
    const confirm = page.getByRole("dialog", { name: "Confirm Status Change" });
    await status.click();
    await item("Deferred").click();
    await confirm.getByRole("button", { name: "Cancel" }).click();
    await expect.element(confirm).not.toBeInTheDocument();
    await expect.element(status).toHaveAccessibleName("Status: Resolved");
    expect(server.requestsTo(changeEntryStatus)).toEqual([]);
    await status.click();
    await item("Deferred").click();
    await confirm.getByRole("button", { name: "Change Status" }).click();
    await expect.element(status).toHaveAccessibleName("Status: Deferred");
    await expect.element(status).toHaveFocus();
  });

  // @spec 81.3, 298.3
  test("that is resolved offers to resolve its errors, after which they cannot be selected", async () => {
    const errors = numberedErrors(2, { supportlog_entry_id: 7 });
    const { server } = openLog(
      [stationEntry({ id: 7, status: "incident_needs_action", attached_errors: [1, 2] })],
      errors,
    );
    await status.click();
    await item("Resolved").click();
    const form = page.getByRole("dialog", { name: "Resolve Attached Errors" });
    await expect.element(form).toMatchTextContent("2 errors selected");
    await expect
      .element(form.getByRole("textbox", { name: "Solution" }))
      .toHaveValue("Resolved with support log entry #7");
    await form.getByRole("button", { name: "Resolve" }).click();
    await expect.element(form).not.toBeInTheDocument();
    expect(server.requestsTo(changeStationErrors).map(({ body }) => body)).toEqual([
      [1, 2].map((id) => ({ id, solution: "Resolved with support log entry #7" })),
    ]);
    await page.getByRole("button", { name: "2 errors attached" }).click();
    await expect.element(dialog().getByRole("img", { name: "Resolved" }).first()).toBeVisible();
    await dialog().getByRole("row").nth(1).click();
    await expect.element(dialog().getByRole("button", { name: "Resolve Selected" })).toBeDisabled();
  });

  // @spec 82.2
  test("has errors attached to it with Attach Support Log to N entries", async () => {
    openLog([stationEntry({ id: 7, status: "incident_pending" })], numberedErrors(2));
    await page.getByRole("button", { name: "Attach errors" }).click();
    const attaching = page.getByRole("dialog", { name: "Attach Errors" });
    await expect.element(attaching.getByRole("button", { name: "Attach Support Log to 0 entries" })).toBeDisabled();
    await attaching.getByRole("row").nth(1).click();
    await attaching.getByRole("button", { name: "Attach Support Log to 1 entries" }).click();
    await expect.element(attaching).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "1 error attached" })).toBeVisible();
  });
});

// @spec 84.1
test("the support log in a row of the list is loaded when it is opened for the first time", async () => {
  const server = startFakeConsole();
  openConsole("/?stations-type=");
  await page.getByRole("button", { name: "Details of Atlas 0001" }).click();
  const opener = page.getByRole("button", { name: "Support Log", exact: true });
  await expect.element(opener).toHaveAttribute("aria-expanded", "false");
  expect(server.requestsTo(listStationSupportLog)).toEqual([]);
  await opener.click();
  await expect.element(page.getByRole("article").first()).toBeVisible();
  await opener.click();
  await expect.element(page.getByRole("article").first()).not.toBeInTheDocument();
  await opener.click();
  await expect.element(page.getByRole("article").first()).toBeVisible();
  expect(server.requestsTo(listStationSupportLog)).toHaveLength(1);
  await page.getByRole("button", { name: "New Entry" }).click();
  await expect.element(page.getByRole("dialog", { name: "Create New Support Log Entry" })).toBeVisible();
});
