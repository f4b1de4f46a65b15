import {
  archiveErrorGroups,
  listErrorGroups,
  mergeErrorGroups,
  resolveErrorGroups,
  type ErrorGroup,
} from "@groundcrew/shared/error-groups";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sampleGroup } from "../../../../shared/test/sample-group.ts";
import { watchDownloads } from "../../../test/downloads.ts";
import { startFakeConsole } from "../../../test/fake-console.ts";
import { serveGroups } from "../../../test/fake-groups.ts";
import { Rejection } from "../../../test/fake-server.ts";
import { numberedStation, unresolved } from "../../../test/fake-stations.ts";
import { numberedErrors, serveSupportLog } from "../../../test/fake-support-log.ts";
import { dialog, listRows } from "../../../test/find.ts";
import { openConsole } from "../../../test/open-console.tsx";

const PATH = "/supportlog/triage/groups";
const rows = listRows("Error groups");
const selection = page.getByRole("region", { name: "Selected groups" });
const box = (id: number) => page.getByRole("checkbox", { name: new RegExp(`^Select group ${id}:`) });
const link = (id: number) => rows.filter({ hasText: `Group ${id}` }).getByRole("link");

const voltage = sampleGroup({
  state: "escalating",
  days: [9, 11, 8, 14, 12, 31, 129],
  firmware: { version: "1.4.3", share: 0.95 },
});
const gripper = sampleGroup({
  id: 64,
  title: "Left gripper did not report home",
  job_type: "swap_drone",
  state: "regressed",
  open: 6,
  stations: 3,
  resolution: { at: "2026-05-01T00:00:00.000Z", by: "Lee Tran", solution: "New gripper", fixed_from: null },
});
const current = sampleGroup({
  id: 131,
  title: "Charger slot <n> answered with abnormal current <n>",
  state: "new",
  open: 33,
  stations: 5,
});
const groups = [voltage, gripper, current];

function openGroups(served: readonly ErrorGroup[] = groups, path = PATH) {
  const server = startFakeConsole();
  const known = serveGroups(server, served);
  return { server, known, ...openConsole(path) };
}

describe("the groups of triage", () => {
  test("show their state, where they come from, and what stands out", async () => {
    openGroups();
    const first = rows.first();
    await expect.element(first).toMatchTextContent(/Escalating.*Charger slot n answered with abnormal voltage n/);
    await expect.element(first).toMatchTextContent(/charge.*Atlas · Group 118.*mostly 1\.4\.3.*4× yesterday/);
    await expect.element(first).toMatchTextContent(/214 errors.*17 stations/);
    await expect.element(rows.nth(1)).toMatchTextContent(/Regressed.*Group 64 · resolved .* ago by Lee Tran/);
    await expect.element(page.getByText("253 unresolved errors at 63 stations, in 3 groups")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Open 3" })).toHaveAttribute("aria-pressed", "true");
    expect(link(118).element().getAttribute("href")).toBe("/groups/118");
  });

  test("are filtered, searched and sorted by the server, as the address says", async () => {
    const { router, server } = openGroups();
    await expect.element(rows.first()).toBeVisible();
    await page.getByRole("button", { name: "Sort: Urgency" }).click();
    await page.getByRole("menuitemradio", { name: "Stations" }).click();
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("combobox", { name: "State" }).selectOptions("Regressed");
    await page.getByRole("combobox", { name: "Job Type" }).click();
    await userEvent.keyboard("swap{Enter}{Escape}");
    await expect.poll(() => rows.elements().length).toBe(1);
    expect(router.history.location.href).toBe(`${PATH}?tg-state=regressed&tg-sort=stations&tg-job=swap_drone`);
    await userEvent.keyboard("/");
    await userEvent.keyboard("no such message{Enter}");
    await expect.element(page.getByText("No matching groups")).toBeVisible();
    await page.getByRole("button", { name: "Clear Filters" }).click();
    await expect.poll(() => rows.elements().length).toBe(3);
    expect(router.history.location.href).toBe(`${PATH}?tg-sort=stations`);
    await page.getByRole("button", { name: /^Archived/ }).click();
    await expect.element(page.getByText("No archived groups")).toBeVisible();
    await page.getByRole("button", { name: /^Mine/ }).click();
    await expect.element(page.getByText("No groups assigned to you")).toBeVisible();
    expect(server.requestsTo(listErrorGroups).length).toBeGreaterThan(5);
  });

  test("are saved with all pages as a file, and loaded a page at a time, of which only what is near the window is rendered; below the last one stands that more are loaded, or why not", async () => {
    const saved = watchDownloads();
    const many = Array.from({ length: 150 }, (_, index) => sampleGroup({ id: index + 1, title: `Fault ${index}` }));
    const { server } = openGroups(many);
    await page.getByRole("button", { name: "Download CSV" }).click();
    await expect.poll(() => saved.map(({ text }) => text.trimEnd().split("\r\n").length)).toEqual([151]);
    expect(saved[0]?.name).toMatch(/^ERRORGROUPS_.*Z\.csv$/);
    await expect.element(rows.first()).toBeVisible();
    expect(rows.length).toBeLessThan(60);
    const answered = Promise.withResolvers<void>();
    server.on(listErrorGroups, async () => {
      await answered.promise;
      throw new Rejection(500, "The server could not do this.");
    });
    const bottom = () => window.scrollTo(0, document.body.scrollHeight);
    const loading = page.getByRole("status", { name: "Loading more error groups" });
    await expect.poll(() => (bottom(), loading.query())).not.toBeNull();
    answered.resolve();
    const load = page.getByRole("button", { name: "Show More" });
    await expect.element(load).toBeVisible();
    await expect.element(page.getByText("The server could not do this.")).toBeVisible();
    serveGroups(server, many);
    await load.click();
    await expect.poll(() => (bottom(), rows.elements().at(-1)?.textContent)).toMatch(/Fault 149/);
    expect([load.query(), loading.query()]).toEqual([null, null]);
  });

  test("that could not be loaded are loaded again with Reload", async () => {
    const { server } = openGroups();
    server.on(listErrorGroups, async () => {
      throw new Rejection(500, "The server could not do this.");
    });
    await expect.element(page.getByRole("alert")).toMatchTextContent("Loading groups failed");
    serveGroups(server, groups);
    await page.getByRole("button", { name: "Reload" }).click();
    await expect.poll(() => rows.elements().length).toBe(3);
  });
});

test("selected groups are a range with shift, counted together, and acknowledged at once, apart from those that have an owner", async () => {
  const { known } = openGroups();
  await box(118).click();
  await expect.element(selection).toMatchTextContent(/1 group selected.*214 errors at 17 stations/);
  await box(131).click({ modifiers: ["Shift"] });
  await expect.element(selection).toMatchTextContent(/3 groups selected.*253 errors at 21 stations/);
  await selection.getByRole("button", { name: "Clear" }).click();
  await expect.element(selection).not.toBeInTheDocument();
  await page.getByRole("checkbox", { name: "Select all groups" }).click();
  await selection.getByRole("button", { name: "Acknowledge" }).click();
  await expect.element(page.getByText("Acknowledged 3 groups")).toBeVisible();
  expect([...known.values()].every(({ owner }) => owner?.owner_id === 1)).toBe(true);
});

// @spec R5.8
test("Ctrl+A selects all groups and Escape none, L copies the link of the focused one, and S opens the order", async () => {
  const copied: string[] = [];
  const write = vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => void copied.push(text));
  onTestFinished(() => write.mockRestore());
  openGroups();
  await expect.element(link(64)).toBeVisible();
  await userEvent.keyboard("{Control>}a{/Control}");
  await expect.element(selection).toMatchTextContent("3 groups selected");
  await userEvent.keyboard("{Escape}");
  await expect.element(selection).not.toBeInTheDocument();
  await userEvent.keyboard("l");
  await userEvent.keyboard("jl");
  await expect
    .poll(() => copied)
    .toEqual([expect.stringMatching(/triage\/groups$/), expect.stringMatching(/\/groups\/118$/)]);
  await userEvent.keyboard("s");
  await expect.element(page.getByRole("menu", { name: "Sort" })).toBeVisible();
});

test("the keyboard moves in the list, selects, acknowledges and resolves", async () => {
  const { known } = openGroups();
  await expect.element(rows.first()).toBeVisible();
  await userEvent.keyboard("j");
  await expect.element(link(118)).toHaveFocus();
  await userEvent.keyboard("jj");
  await expect.element(link(131)).toHaveFocus();
  await userEvent.keyboard("k");
  await expect.element(link(64)).toHaveFocus();
  await userEvent.keyboard("a");
  await expect.poll(() => known.get(64)?.owner?.owner_id).toBe(1);
  await userEvent.keyboard("x");
  await expect.element(box(64)).toBeChecked();
  await userEvent.keyboard("jxg");
  await expect.element(page.getByRole("dialog", { name: "Merge 2 Groups" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await selection.getByRole("button", { name: "Clear" }).click();
  await userEvent.keyboard("k");
  await userEvent.keyboard("e");
  await expect.element(page.getByRole("dialog", { name: /^Resolve All Errors of Group/ })).toBeVisible();
});

describe("the acts", () => {
  test("Resolve All resolves the errors of a group, with its incidents if wanted", async () => {
    const { server } = openGroups();
    await box(118).click();
    await selection.getByRole("button", { name: "Resolve All…" }).click();
    await expect.element(dialog()).toMatchTextContent(/214 errors at 17 stations/);
    await dialog().getByRole("button", { name: "Resolve 214 Errors" }).click();
    await expect.element(dialog().getByText("A note is required to continue")).toBeVisible();
    await dialog().getByRole("textbox", { name: "Solution" }).fill("Replaced the charger board");
    await dialog().getByRole("radio", { name: "Starting with firmware…" }).click();
    await dialog().getByRole("combobox", { name: "Firmware with the fix" }).fill("1.4.2");
    await expect.element(dialog()).toMatchTextContent(/1 station of the group still runs an older one\./);
    await dialog()
      .getByRole("checkbox", { name: /^Set 1 incident/ })
      .click();
    await dialog().getByRole("button", { name: "Resolve 214 Errors" }).click();
    await expect.element(page.getByText("Resolved 214 errors")).toBeVisible();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await expect.poll(() => rows.elements().length).toBe(2);
    expect(server.requestsTo(resolveErrorGroups).map(({ body }) => body)).toEqual([
      {
        groups: [{ id: 118, rev: 1 }],
        solution: "Replaced the charger board",
        fixed_from: "1.4.2",
        incidents: [412],
      },
    ]);
  });

  test("an act on a group that someone else has changed says who did what, and can be repeated", async () => {
    const { known, server } = openGroups();
    await box(118).click();
    await selection.getByRole("button", { name: "Resolve All…" }).click();
    known.set(118, { ...voltage, rev: 2, state: "archived" });
    await dialog().getByRole("textbox", { name: "Solution" }).fill("Replaced the charger board");
    await dialog().getByRole("button", { name: "Resolve 214 Errors" }).click();
    await expect.element(dialog().getByRole("alert")).toMatchTextContent(/Group 118 was changed: Lee Tran archived it/);
    await dialog().getByRole("button", { name: "Reload" }).click();
    await expect.element(dialog().getByRole("alert")).not.toBeInTheDocument();
    await dialog().getByRole("button", { name: "Resolve 214 Errors" }).click();
    await expect.element(page.getByText("Resolved 214 errors")).toBeVisible();
    expect(server.requestsTo(resolveErrorGroups).map(({ body }) => body)).toMatchObject([
      { groups: [{ id: 118, rev: 1 }] },
      { groups: [{ id: 118, rev: 2 }] },
    ]);
  });

  test("Archive asks why, and unarchives on one of several conditions", async () => {
    const { server } = openGroups();
    await box(118).click();
    await selection.getByRole("button", { name: "Archive…" }).click();
    await expect.element(dialog()).toMatchTextContent(/Unarchived on .* 08:00, earlier if it escalates\./);
    await dialog().getByRole("button", { name: "Archive" }).click();
    await expect.element(dialog().getByText("Say why it is archived.")).toBeVisible();
    await dialog().getByRole("textbox", { name: "Why" }).fill("Known");
    await dialog().getByRole("radio", { name: "After more errors" }).click();
    await dialog().getByRole("textbox", { name: "Number" }).fill("5");
    await dialog().getByRole("combobox", { name: "Of" }).selectOptions("more stations");
    await dialog().getByRole("checkbox", { name: "Unarchive if it escalates" }).click();
    await expect.element(dialog()).toMatchTextContent(/Unarchived at 5 more stations\./);
    await dialog().getByRole("button", { name: "Archive" }).click();
    await expect.element(page.getByText("Archived Group 118")).toBeVisible();
    expect(server.requestsTo(archiveErrorGroups).map(({ body }) => body)).toEqual([
      { groups: [{ id: 118, rev: 1 }], stations: 5, if_escalates: false, why: "Known" },
    ]);
    await page.getByRole("button", { name: "Archived 1" }).click();
    await box(118).click();
    await selection.getByRole("button", { name: "Unarchive" }).click();
    await expect.element(page.getByText("Unarchived Group 118")).toBeVisible();
  });

  test("Merge suggests what the messages have in common, and says what it matches", async () => {
    const { server } = openGroups();
    await box(118).click();
    await box(131).click();
    await selection.getByRole("button", { name: "Merge…" }).click();
    await expect.element(dialog()).toMatchTextContent(/1 group: 247 errors at 21 stations/);
    const pattern = dialog().getByRole("textbox", { name: "Pattern" });
    await expect.element(pattern).toHaveValue("Charger slot * answered with abnormal *");
    await expect
      .element(dialog())
      .toMatchTextContent(/Matches 3 current groups, selected: 118 and 131\. Not merged now: 64\./);
    await dialog().getByRole("button", { name: "Merge" }).click();
    await expect.element(page.getByText("Merged 2 groups into Group 118")).toBeVisible();
    await expect.poll(() => rows.elements().length).toBe(2);
    expect(server.requestsTo(mergeErrorGroups).map(({ body }) => body)).toMatchObject([
      { into: 118, pattern: "Charger slot * answered with abnormal *" },
    ]);
  });
});

test("what cannot be done on a tab is not done by its keys either, and a merge of one group says why not", async () => {
  openGroups([sampleGroup({ state: "resolved", open: 0, stations: 0 })], `${PATH}?tg-tab=resolved`);
  await expect.element(link(118)).toBeVisible();
  await userEvent.keyboard("je");
  expect(dialog().query()).toBeNull();
  await userEvent.keyboard("g");
  await expect.element(page.getByText("Select at least two groups to merge.")).toBeVisible();
});

test("the switch to Groups is remembered, and offered where there are too many errors", async () => {
  const server = startFakeConsole({ stations: [numberedStation(1, { support_metrics: unresolved(5_000) })] });
  serveSupportLog(server, { errors: numberedErrors(1) });
  serveGroups(server, groups);
  const { router } = openConsole("/supportlog/triage");
  await page.getByRole("button", { name: "Show groups" }).click();
  await expect.poll(() => router.history.location.href).toBe(PATH);
  const areas = page.getByRole("navigation", { name: "Support log" });
  await areas.getByRole("link", { name: "Tags" }).click();
  await areas.getByRole("link", { name: /^Error Triage/ }).click();
  await expect.poll(() => router.history.location.href).toBe(PATH);
  await page.getByRole("button", { name: "Stations", exact: true }).click();
  await expect.poll(() => router.history.location.href).toBe("/supportlog/triage");
});
