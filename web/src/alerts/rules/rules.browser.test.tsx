import {
  changeAlertRule,
  createAlertRule,
  listAlertRules,
  previewAlertRule,
  switchAlertRule,
  type AlertRule,
} from "@groundcrew/shared/alerts";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sampleRule } from "../../../../shared/test/sample-alert.ts";
import { stoppedClock } from "../../../test/clock.ts";
import { serveRules } from "../../../test/fake-alerts.ts";
import { sampleChannel, serveChannels } from "../../../test/fake-channels.ts";
import { customer, startFakeConsole } from "../../../test/fake-console.ts";
import type { FakeServer } from "../../../test/fake-server.ts";
import { dialog, listRows } from "../../../test/find.ts";
import { openConsole } from "../../../test/open-console.tsx";

const rows = listRows("Rules");
const rules = [
  sampleRule({ steps: [{ after_minutes: 15, channels: [2], people: [], through_quiet: false }] }),
  sampleRule({ id: 2, name: "Urgent incident", channels: [2], alerts_7d: 0, last_alert: null }),
];
const failing = sampleChannel({
  id: 2,
  kind: "webhook",
  name: "Pager",
  state: "failing",
  failing_since: new Date().toISOString(),
});

function openRules(path = "/attention/rules", served = rules) {
  const server = startFakeConsole();
  const known = serveRules(server, served);
  serveChannels(server, [sampleChannel(), failing]);
  return { server, known, ...openConsole(path) };
}

/** Answers requests for the list only once it is released. */
function holdList(server: FakeServer, known: ReadonlyMap<number, AlertRule>) {
  const released = Promise.withResolvers<void>();
  let isRequested = false;
  server.on(listAlertRules, async () => {
    isRequested = true;
    await released.promise;
    const counts = { own: 2, customers: 14 };
    return { status: 200 as const, body: { rules: [...known.values()], counts, uncovered: 0 } };
  });
  return { isRequested: () => isRequested, release: released.resolve };
}

describe("the rules", () => {
  test("say when, where, whom they notify, and how often they made alerts", async () => {
    openRules();
    const first = rows.first();
    await expect
      .element(first)
      .toMatchTextContent(/Station offline\s*Offline for more than 10 minutes.*All stations\s*248 stations/s);
    await expect
      .element(first)
      .toMatchTextContent(/#ground-ops.*repeats every 4 h · escalates after 15 min.*31 in 7 days/s);
    await expect.element(rows.nth(1)).toMatchTextContent(/Pager failing since \d\d:\d\d/);
    await expect.element(page.getByText("2 stations have no rule that notifies when they go offline.")).toBeVisible();
    await page.getByRole("button", { name: "Show them" }).click();
    await expect.element(dialog().getByRole("link", { name: "Atlas 0031" })).toBeVisible();
  });

  test("are switched off with a reason, and on again with one press", async () => {
    const { server, known } = openRules();
    await rows.first().getByRole("switch").click();
    await dialog().getByRole("textbox", { name: "Why" }).fill("too many");
    await dialog().getByRole("button", { name: "Switch Off" }).click();
    await expect
      .element(rows.first())
      .toMatchTextContent(/Offline for more than 10 minutes\s*Off since Nov 12, Kari Nilsen: too many/);
    await rows.first().getByRole("switch").click();
    await expect.poll(() => known.get(1)?.enabled).toBe(true);
    expect(server.requestsTo(switchAlertRule)).toHaveLength(2);
  });

  test("are on or off as was chosen until the list says so too, and a reason stays until then", async () => {
    const { server, known } = openRules();
    const [toggle, reason] = [rows.first().getByRole("switch"), dialog().getByRole("textbox", { name: "Why" })];
    await toggle.click();
    await reason.fill("too many");
    const off = holdList(server, known);
    await dialog().getByRole("button", { name: "Switch Off" }).click();
    await expect.poll(off.isRequested).toBe(true);
    await expect.element(reason).toBeVisible();
    expect(page.getByText("Station offline is off").elements()).toEqual([]);
    off.release();
    await expect.element(reason).not.toBeInTheDocument();
    await expect.element(toggle).not.toBeChecked();
    const on = holdList(server, known);
    await toggle.click();
    await expect.poll(on.isRequested).toBe(true);
    await expect.element(toggle).toBeChecked();
    expect(page.getByText("Station offline is on").elements()).toEqual([]);
    on.release();
    await expect.element(page.getByText("Station offline is on")).toBeVisible();
    await expect.element(toggle).toBeChecked();
  });

  test("keep a typed reason for switching off until it is discarded", async () => {
    openRules();
    await rows.first().getByRole("switch").click();
    await expect.element(dialog().getByRole("textbox", { name: "Why" })).toHaveFocus();
    await userEvent.keyboard("too many{Escape}");
    await dialog().getByRole("button", { name: "Keep Editing" }).click();
    await expect.element(dialog().getByRole("textbox", { name: "Why" })).toHaveValue("too many");
  });

  test("can be switched off although someone else has changed the rule, after reading who", async () => {
    const { known } = openRules();
    await rows.first().getByRole("switch").click();
    known.set(1, sampleRule({ ...rules[0], rev: 2, edited_by: "Priya Nair" }));
    await dialog().getByRole("button", { name: "Switch Off" }).click();
    await expect.element(dialog().getByText("Priya Nair has changed this rule.")).toBeVisible();
    await dialog().getByRole("button", { name: "Switch Off" }).click();
    await expect.poll(() => known.get(1)?.enabled).toBe(false);
  });

  test("are not switched off when someone else has done so meanwhile", async () => {
    const { known } = openRules();
    await rows.first().getByRole("switch").click();
    known.set(1, sampleRule({ ...rules[0], rev: 2, enabled: false, edited_by: "Priya Nair" }));
    await dialog().getByRole("button", { name: "Switch Off" }).click();
    await expect.element(dialog().getByText("Priya Nair has changed this rule.")).toBeVisible();
    await expect.element(dialog().getByRole("button", { name: "Switch Off" })).toHaveAttribute("aria-disabled", "true");
  });

  test("start with the five usual ones", async () => {
    openRules("/attention/rules", []);
    await expect.element(page.getByText(/^Nobody is notified of anything\./)).toBeVisible();
    await page.getByRole("button", { name: "Add 5 Recommended Rules" }).click();
    await expect.poll(() => rows.length).toBe(5);
  });

  test("are reached with J and K, and opened with Enter", async () => {
    const { router } = openRules();
    await expect.element(rows.first()).toBeVisible();
    await userEvent.keyboard("jjk");
    await expect.element(page.getByRole("link", { name: "Station offline" })).toHaveFocus();
    await userEvent.keyboard("j{Enter}");
    await expect.poll(() => router.history.location.href).toBe("/attention/rules/2");
  });

  test("say how many people subscribe, and when nobody is notified", async () => {
    openRules("/attention/rules", [
      sampleRule({ channels: [], subscribers: 3 }),
      sampleRule({ id: 2, name: "Urgent incident", channels: [] }),
    ]);
    await expect.element(rows.first()).toMatchTextContent(/3 people/);
    await expect.element(rows.nth(1)).toMatchTextContent(/Nobody/);
  });

  test("are read by users, who cannot change them", async () => {
    const server = startFakeConsole({ user: customer });
    serveRules(server, rules);
    openConsole("/attention/rules");
    await expect.element(rows.first()).toBeVisible();
    await expect.element(page.getByRole("link", { name: "New Rule" })).not.toBeInTheDocument();
    await expect.element(rows.first().getByRole("switch")).toBeDisabled();
    await page.getByRole("link", { name: "Station offline" }).click();
    await expect.element(page.getByRole("textbox", { name: "Name" })).toBeDisabled();
    await expect.element(page.getByRole("button", { name: "Save" })).not.toBeInTheDocument();
    expect(server.requestsTo(previewAlertRule)).toEqual([]);
    expect(server.problems).toEqual([]);
  });
});

describe("a rule", () => {
  test("shows what it would have done, and the hint's time is used with one press", async () => {
    const { known, router } = openRules("/attention/rules/1");
    await expect.element(page.getByText("31", { exact: true })).toBeVisible();
    await expect.element(page.getByText("52 stations are watched by this rule.")).toBeVisible();
    await expect
      .element(page.getByRole("region", { name: "The Message" }))
      .toMatchTextContent(
        /Urgent: Offline \(Atlas 0005\).*since 10:07 PST \(18:07 UTC\).*Rule “Station offline” of Groundcrew\./s,
      );
    await page.getByRole("button", { name: "Use 20 minutes" }).click();
    await expect.element(page.getByRole("textbox", { name: "Minutes", exact: true })).toHaveValue("20");
    await expect.element(page.getByText("Unsaved changes")).toBeVisible();
    await page.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => router.history.location.href).toBe("/attention/rules");
    expect(known.get(1)?.condition).toEqual({ kind: "offline", minutes: 20 });
  });

  test("about readiness is created for chosen reasons, and opened again with them", async () => {
    const { known, router } = openRules("/attention/rules/new");
    await page.getByRole("textbox", { name: "Name" }).fill("No batteries");
    await page.getByRole("combobox", { name: "Condition" }).selectOptions("Not ready");
    await page.getByRole("checkbox", { name: "Limited too" }).click();
    await page.getByRole("button", { name: "Add a reason" }).click();
    await page.getByRole("checkbox", { name: "No charged battery" }).click();
    await userEvent.keyboard("{Escape}");
    await page.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => router.history.location.href).toBe("/attention/rules");
    const created = [...known.values()].find(({ name }) => name === "No batteries");
    expect(created?.condition).toEqual({ kind: "not_ready", minutes: 10, limited: true, reasons: ["no_battery"] });
    await page.getByRole("link", { name: "No batteries" }).click();
    await expect.element(page.getByRole("checkbox", { name: "Limited too" })).toBeChecked();
    await expect.element(page.getByRole("button", { name: "Remove No charged battery" })).toBeVisible();
  });

  test("is created with a condition, a scope, channels and steps", async () => {
    const { server } = openRules("/attention/rules/new");
    await page.getByRole("textbox", { name: "Name" }).fill("Hot at Harbor Air");
    await page.getByRole("combobox", { name: "Condition" }).selectOptions("Internal temperature");
    await page.getByRole("textbox", { name: "Minutes", exact: true }).fill("500");
    await page.getByRole("radio", { name: "Warning" }).click();
    await page.getByRole("radio", { name: "Type", exact: true }).click();
    await page.getByRole("button", { name: "Add a type" }).click();
    await page.getByRole("checkbox", { name: "Atlas" }).click();
    await userEvent.keyboard("{Escape}");
    await page.getByRole("button", { name: "Add a channel" }).click();
    await page.getByRole("checkbox", { name: /#ground-ops/ }).click();
    await userEvent.keyboard("{Escape}");
    await page.getByRole("button", { name: "Add a Step" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await expect.element(page.getByText("Enter 0 to 120 minutes.")).toBeVisible();
    await expect.element(page.getByText("Choose who is notified.")).toBeVisible();
    expect(server.requestsTo(createAlertRule)).toEqual([]);
    await page.getByRole("textbox", { name: "Minutes", exact: true }).fill("5");
    await page.getByRole("group", { name: "People of step 1" }).getByRole("button", { name: "Add a person" }).click();
    await page.getByRole("checkbox", { name: /Lee Tran/ }).click();
    await userEvent.keyboard("{Escape}");
    await page.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => server.requestsTo(createAlertRule).length).toBe(1);
    expect(server.requestsTo(createAlertRule)[0]?.body).toMatchObject({
      name: "Hot at Harbor Air",
      condition: { kind: "temperature", direction: "above", fahrenheit: 104, minutes: 5 },
      severity: "warning",
      scope: { kind: "types", station_types: ["atlas"] },
      channels: [1],
      steps: [{ after_minutes: 15, channels: [], people: [2], through_quiet: false }],
    });
  });

  test("shows since when a station matches if that is known, and otherwise no time", async () => {
    openRules("/attention/rules/new");
    const matches = page.getByRole("list", { name: "Matches now" }).getByRole("listitem");
    await expect.element(matches.first()).toMatchTextContent(/^Atlas 0005\s*Reno, Hub roof\s*\d+[dwy]$/);
    await expect.element(matches.nth(1)).toMatchTextContent(/^Atlas 0006$/);
  });

  test("is previewed once typing has paused", async () => {
    const { server } = openRules("/attention/rules/1");
    const minutes = page.getByRole("textbox", { name: "Minutes", exact: true });
    await expect.poll(() => server.requestsTo(previewAlertRule).length).toBe(1);
    const clock = stoppedClock();
    for (const typed of ["1", "14", "144", "1440"]) await minutes.fill(typed);
    // Until then nothing is displayed that is about what was entered before.
    await expect.element(page.getByText("52 stations are watched by this rule.")).not.toBeInTheDocument();
    await clock.pass(SECOND_MS);
    await expect.poll(() => server.requestsTo(previewAlertRule).length).toBe(2);
    await expect.element(page.getByText("52 stations are watched by this rule.")).toBeVisible();
  });

  test("that cannot be saved moves the focus to what is missing, which is described", async () => {
    openRules("/attention/rules/new");
    await page.getByRole("textbox", { name: "Name" }).fill("Named stations");
    await page.getByRole("radio", { name: "Stations", exact: true }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await expect.element(page.getByRole("button", { name: "Add a station" })).toHaveFocus();
    await expect
      .element(page.getByRole("group", { name: "Stations", exact: true }))
      .toHaveAccessibleDescription("Choose at least one station.");
  });

  test("with unsaved changes asks before it is left, and says who was faster", async () => {
    const { router, known, server } = openRules("/attention/rules/1");
    await page.getByRole("textbox", { name: "Name" }).fill("Offline");
    await page.getByRole("link", { name: "Back to the Rules" }).click();
    await dialog().getByRole("button", { name: "Stay" }).click();
    expect(router.history.location.href).toBe("/attention/rules/1");
    known.set(1, sampleRule({ ...rules[0], rev: 2, name: "Silent", severity: "warning", edited_by: "Priya Nair" }));
    await page.getByRole("button", { name: "Save" }).click();
    await expect
      .element(
        page.getByText(
          /^Priya Nair changed the name and the severity .+ You both changed the name\. Your changes are not saved yet\./,
        ),
      )
      .toBeVisible();
    await expect.element(page.getByRole("textbox", { name: "Name" })).toHaveValue("Offline");
    await expect.element(page.getByRole("radio", { name: "Warning" })).toBeChecked();
    await page.getByRole("button", { name: "Use Theirs" }).click();
    await expect.element(page.getByRole("textbox", { name: "Name" })).toHaveValue("Silent");
    await page.getByRole("textbox", { name: "Name" }).fill("Offline");
    expect(server.requestsTo(changeAlertRule)).toHaveLength(1);
    await page.getByRole("link", { name: "Cancel" }).click();
    await dialog().getByRole("button", { name: "Leave Without Saving" }).click();
    await expect.poll(() => router.history.location.href).toBe("/attention/rules");
  });
});
