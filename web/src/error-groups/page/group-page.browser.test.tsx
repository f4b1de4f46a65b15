import {
  getErrorGroup,
  getGroupVariation,
  listGroupEntries,
  listGroupErrors,
  listGroupHistory,
  listGroupStations,
  removeGroupFingerprint,
  splitErrorGroup,
} from "@groundcrew/shared/error-groups";
import { keepViewing } from "@groundcrew/shared/ownership";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sampleEntry } from "../../../../shared/test/sample-entry.ts";
import { sampleError } from "../../../../shared/test/sample-error.ts";
import { sampleGroup } from "../../../../shared/test/sample-group.ts";
import { customer, startFakeConsole } from "../../../test/fake-console.ts";
import { serveGroups } from "../../../test/fake-groups.ts";
import { Rejection } from "../../../test/fake-server.ts";
import { dialog } from "../../../test/find.ts";
import { openConsole } from "../../../test/open-console.tsx";

const AT = "2026-05-01T00:00:00.000Z";

/** Opens the page of a group with one station and two errors. */
function openGroup(group = sampleGroup({ firmware: { version: "1.4.3", share: 0.95 } }), path = "/groups/118") {
  const server = startFakeConsole();
  const known = serveGroups(server, [
    group,
    sampleGroup({ id: 131, title: "Charger slot <n> answered with abnormal current <n>" }),
  ]);
  const station = { station: "gc-000000000001", description: "", serial_number: "Atlas 0031", org_id: 2 };
  const quiet = {
    serial_number: "Atlas 0032",
    organization: "Harbor Air",
    open: 0,
    total: 3,
    firmware: null,
    last_seen: AT,
    maintenance: null,
  };
  const maintenance = { id: 1, why: "New belt", by: "Ana Ruiz", from: AT, until: "2026-05-01T16:00:00.000Z" };
  server.on(listGroupStations, async () => ({
    status: 200 as const,
    body: {
      stations: [
        { ...station, organization: "Harbor Air", open: 61, total: 70, firmware: "1.4.3", last_seen: AT, maintenance },
        { ...station, station: "gc-000000000002", ...quiet },
      ],
      next: null,
    },
  }));
  const error = { ...sampleError(), station: "gc-000000000001", firmware: "1.4.3", software: null };
  server.on(listGroupErrors, async () => ({
    status: 200 as const,
    body: { errors: [{ ...error, error_message: "Charger slot 5 answered with abnormal voltage 11032" }], next: null },
  }));
  const placeholder = { kind: "placeholder" as const, fingerprint: 1, placeholder: 0, name: "Charger slot" };
  server.on(getGroupVariation, async () => ({
    status: 200 as const,
    body: {
      errors: 4,
      variations: [{ ...placeholder, values: [{ value: "5", errors: 3 }], others: 1, other_values: 1 }],
    },
  }));
  const archived = { id: 1, at: AT, kind: "archived", author: "Lee Tran", note: "Harmless", details: null };
  const place = { station: "gc-000000000001", serial_number: "Atlas 0031", firmware: "1.4.3" };
  const first = { id: 0, at: AT, kind: "first_seen", author: null, note: null, details: place };
  server.on(listGroupHistory, async () => ({ status: 200 as const, body: { entries: [archived, first], next: null } }));
  server.on(listGroupEntries, async () => ({ status: 200 as const, body: [sampleEntry({ id: 412 })] }));
  server.on(keepViewing, async () => ({ status: 200 as const, body: { others: ["Lee Tran"] } }));
  return { server, known, ...openConsole(path) };
}

test("a group's page belongs to the support log, and says how many of its stations are in maintenance", async () => {
  openGroup();
  const areas = page.getByRole("navigation", { name: "Main" });
  await expect.element(areas.getByRole("link", { name: "Support Log" })).toHaveAttribute("aria-current", "page");
  await expect.element(page.getByText("17, 1 of them in maintenance")).toBeVisible();
});

test("a group's page shows its figures, stations, errors, what varies and its history", async () => {
  openGroup();
  await expect
    .element(page.getByRole("heading", { level: 1 }))
    .toHaveTextContent("Charger slot n answered with abnormal voltage n");
  await expect.element(page.getByText(/^mostly 1\.4\.3$/)).toBeVisible();
  await expect
    .element(page.getByRole("row", { name: /Atlas 0031.*Harbor Air.*Maintenance until.*61.*1\.4\.3/ }))
    .toBeVisible();
  await expect.element(page.getByText("75 %")).toBeVisible();
  await expect
    .element(page.getByRole("listitem").filter({ hasText: "Lee Tran archived this" }))
    .toMatchTextContent(/Harmless/);
  const first = page.getByRole("listitem").filter({ hasText: "First seen at Atlas 0031, firmware 1.4.3" });
  await expect
    .element(first.getByRole("link", { name: "Atlas 0031" }))
    .toHaveAttribute("href", "/stations/gc-000000000001");
  await page.getByRole("tab", { name: "Errors 214" }).click();
  await expect.element(page.getByText("Charger slot 5 answered with abnormal voltage 11032")).toBeVisible();
});

test("stations that have no open errors are shown on request", async () => {
  openGroup();
  await expect.element(page.getByText("1 station with open errors")).toBeVisible();
  await expect.element(page.getByRole("row", { name: /Atlas 0032/ })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Show All" }).click();
  await expect.element(page.getByRole("row", { name: /Atlas 0032/ })).toBeVisible();
});

test("all errors of a group are resolved from its page, which then says so", async () => {
  openGroup();
  await page.getByRole("button", { name: "Resolve All…" }).click();
  await dialog().getByRole("textbox", { name: "Solution" }).fill("New charger board");
  await dialog()
    .getByRole("button", { name: /^Resolve/ })
    .click();
  await expect.element(page.getByText("Resolved", { exact: true })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Resolve All…" })).not.toBeInTheDocument();
});

test.each(["Resolve", "Archive"])("%s is not offered for a group that someone else has resolved", async (act) => {
  const { known } = openGroup(sampleGroup(), "/supportlog/triage/groups");
  await page.getByRole("checkbox", { name: /^Select group 118:/ }).click();
  const resolution = { at: AT, by: "Lee Tran", solution: "New board", fixed_from: null };
  known.set(118, sampleGroup({ state: "resolved", open: 0, stations: 0, resolution, rev: 2 }));
  await page.getByRole("button", { name: act === "Resolve" ? "Resolve All…" : "Archive…" }).click();
  await expect.element(dialog()).toMatchTextContent(/Lee Tran has resolved this group: “New board”\./);
  await expect.element(dialog().getByRole("button", { name: act, exact: true })).toBeDisabled();
});

test("a group is acknowledged on its page", async () => {
  openGroup();
  await page.getByRole("button", { name: "Acknowledge Group 118" }).click();
  await expect.element(page.getByRole("group", { name: "Owner of Group 118" })).toMatchTextContent(/You/);
});

test("keys acknowledge a group on its page, resolve and merge it", async () => {
  openGroup();
  await expect.element(page.getByRole("button", { name: "Acknowledge Group 118" })).toBeVisible();
  await userEvent.keyboard("a");
  await expect.element(page.getByRole("group", { name: "Owner of Group 118" })).toMatchTextContent(/You/);
  await userEvent.keyboard("e");
  await expect.element(dialog()).toMatchTextContent(/Resolve All Errors of Group 118/);
  await dialog().getByRole("button", { name: "Go Back" }).click();
  await userEvent.keyboard("g");
  await expect.element(dialog()).toMatchTextContent(/Merge Group 118/);
});

test("another admin who views the group is named, and its tab is in the address", async () => {
  const { router } = openGroup(sampleGroup(), "/groups/118?tab=supportlog");
  await expect.element(page.getByText("Also viewing: Lee Tran")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "#412" })).toBeVisible();
  await page.getByRole("tab", { name: "Errors 214" }).click();
  await expect.poll(() => router.history.location.href).toBe("/groups/118?tab=errors");
  await page.getByRole("tab", { name: "Stations 17" }).click();
  await expect.poll(() => router.history.location.href).toBe("/groups/118");
});

test("a fingerprint is removed from a group by pressing twice", async () => {
  const { server } = openGroup();
  let removed = 0;
  server.on(removeGroupFingerprint, async ({ params: { fingerprint } }) => {
    removed = fingerprint;
    return { status: 200 as const, body: { groups: [sampleGroup(), sampleGroup({ id: 102 })] } };
  });
  await page.getByRole("button", { name: "Remove from Group Charger n is hot" }).click();
  await page.getByRole("button", { name: /^Are You Sure\?.*Charger n is hot$/ }).click();
  await expect.element(page.getByText("Its errors are Group 102 now.")).toBeVisible();
  expect(removed).toBe(2);
  await expect.element(page.getByText("Charger * is hot")).toBeVisible();
});

test("a group is split by what stands at a placeholder", async () => {
  const { server } = openGroup();
  let by: object = {};
  server.on(splitErrorGroup, async ({ body }) => {
    by = body;
    return { status: 202 as const, body: { groups: [sampleGroup()] } };
  });
  await page.getByRole("button", { name: "Split by Charger slot…" }).click();
  await expect.element(dialog().getByRole("radio", { name: "Charger slot" })).toBeChecked();
  await dialog().getByRole("button", { name: "Split" }).click();
  await expect.element(page.getByText("Splitting Group 118")).toBeVisible();
  expect(by).toEqual({ rev: 1, fingerprint: 1, placeholder: 0 });
});

test("a group is merged with one whose number is entered", async () => {
  openGroup();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Merge with a group by number…" }).click();
  const number = dialog().getByRole("textbox", { name: "Number of the other group" });
  await number.fill("118");
  await dialog().getByRole("button", { name: "Continue" }).click();
  await expect.element(dialog().getByText("Enter the number of another group.")).toBeVisible();
  await number.fill("999999");
  await dialog().getByRole("button", { name: "Continue" }).click();
  await expect.element(dialog().getByText("There is no group with this number.")).toBeVisible();
  await number.fill("131");
  // What was wrong with another number says nothing about this one.
  await expect.element(number).not.toHaveAttribute("aria-invalid");
  expect(dialog().getByRole("alert").query()).toBeNull();
  await dialog().getByRole("button", { name: "Continue" }).click();
  await expect.element(dialog().getByRole("radio", { name: /abnormal current/ })).toBeVisible();
  await dialog().getByRole("button", { name: "Merge", exact: true }).click();
  await expect.element(page.getByText(/^Merged 2 groups into Group/)).toBeVisible();
});

test("a group that does not exist leads back to the list", async () => {
  const { server } = openGroup(sampleGroup(), "/groups/999");
  server.on(getErrorGroup, async () => {
    throw new Rejection(404, "There is no such group.");
  });
  await expect.element(page.getByText("There is no such group.")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Back to Groups" })).toBeVisible();
});

test.each(["/groups/0", "/groups/abc"])("%s leads to the stations", async (path) => {
  startFakeConsole();
  const { router } = openConsole(path);
  await expect.poll(() => router.history.location.pathname).toBe("/");
});

test("only admins see a group", async () => {
  startFakeConsole({ user: customer });
  const { router } = openConsole("/groups/118");
  await expect.poll(() => router.history.location.pathname).toBe("/");
});

test("an entry of a group's support log opens in the log of its station", async () => {
  const { router } = openGroup(sampleGroup(), "/groups/118?tab=supportlog");
  await page.getByRole("link", { name: "#412" }).click();
  await expect.poll(() => router.history.location.href).toMatch(/^\/stations\/[\w-]+\/supportlog#412$/);
});
