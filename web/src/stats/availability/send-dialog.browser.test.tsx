import {
  changeReportRecipients,
  getAvailability,
  listReportRecipients,
  sendMyReport,
  type AvailabilityReport,
} from "@groundcrew/shared/availability";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sampleAvailability } from "../../../../shared/test/sample-availability.ts";
import { customer, startFakeConsole } from "../../../test/fake-console.ts";
import { manager } from "../../../test/fake-manage.ts";
import { refuse } from "../../../test/fake-server.ts";
import { dialog } from "../../../test/find.ts";
import { openConsole } from "../../../test/open-console.tsx";

function serve(differences: Partial<AvailabilityReport> = {}, user = manager) {
  const server = startFakeConsole({ user });
  server.on(getAvailability, async () => ({ status: 200 as const, body: sampleAvailability(differences) }));
  return server;
}

const people = [
  { id: 11, name: "Ana Ruiz", email: "ana@harbor.example", receives: true },
  { id: 12, name: "Priya Nair", email: "priya@harbor.example", receives: false },
];
const open = () => page.getByRole("button", { name: "Send Each Month…" }).click();

// @spec R3.9
test("Send Each Month… chooses who gets the report, and shows what they get", async () => {
  const server = serve();
  server.on(listReportRecipients, async () => ({ status: 200 as const, body: people }));
  const changed: unknown[] = [];
  server.on(changeReportRecipients, async ({ body }) => {
    changed.push(body);
    return { status: 200 as const, body: people };
  });
  openConsole("/stats/availability");
  await open();
  const form = dialog();
  await expect.element(form).toMatchTextContent("Send Each MonthHarbor Air");
  await expect.element(form).toMatchTextContent("On the 1st at 06:00 UTC they receive, for October:");
  await expect
    .element(form)
    .toMatchTextContent(
      "Harbor Air, October 2026: availability 99.37%Link 99.94% · 2 outages, longest 8 h 20 min · 1,247 swaps, 98.2% of attempts succeeded. No comparison",
    );
  await expect.element(form).toMatchTextContent("Figures can change until Nov 3.");
  await form.getByRole("button", { name: "Remove Ana Ruiz" }).click();
  await form.getByRole("button", { name: "Add a person" }).click();
  await page.getByRole("checkbox", { name: "Priya Nair" }).click();
  await userEvent.keyboard("{Escape}");
  await form.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => changed).toEqual([{ org_id: 2, add: [12], remove: [11] }]);
  await expect.element(page.getByText("Saved who gets the report each month.")).toBeVisible();
  await expect.element(form).not.toBeInTheDocument();
});

test("Send Each Month… sends only the changes that were made here, if someone else has added a person meanwhile", async () => {
  const server = serve();
  const joined = { id: 13, name: "Kari Berg", email: "kari@harbor.example", receives: false };
  let listed = [...people, joined];
  server.on(listReportRecipients, async () => ({ status: 200 as const, body: listed }));
  const changed: unknown[] = [];
  server.on(changeReportRecipients, async ({ body }) => {
    changed.push(body);
    return { status: 200 as const, body: listed };
  });
  const { client } = openConsole("/stats/availability");
  await open();
  await dialog().getByRole("button", { name: "Remove Ana Ruiz" }).click();
  listed = [...people, { ...joined, name: "Kari Berg-Olsen", receives: true }];
  await client.invalidateQueries();
  await dialog().getByRole("button", { name: "Add a person" }).click();
  await expect.element(page.getByRole("checkbox", { name: "Kari Berg-Olsen" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await dialog().getByRole("button", { name: "Save" }).click();
  await expect.poll(() => changed).toEqual([{ org_id: 2, add: [], remove: [11] }]);
});

test("Send Each Month… sends the month at once to who presses, or says why not", async () => {
  const server = serve();
  server.on(listReportRecipients, async () => ({ status: 200 as const, body: people }));
  const sent: unknown[] = [];
  server.on(sendMyReport, async ({ body }) => {
    sent.push(body);
    return { status: 204 as const, body: null };
  });
  openConsole("/stats/availability");
  await open();
  await dialog().getByRole("button", { name: "Send Me October Now" }).click();
  await expect.element(page.getByText("October 2026 is sent to you.")).toBeVisible();
  expect(sent).toEqual([{ org_id: 2, month: "2026-10" }]);
  server.on(sendMyReport, refuse(409, "Nothing was recorded in October 2026."));
  await dialog().getByRole("button", { name: "Send Me October Now" }).click();
  await expect.element(page.getByText("Nothing was recorded in October 2026.")).toBeVisible();
});

test("Send Each Month… of a range is about the month that would be displayed instead", async () => {
  const server = serve();
  server.on(listReportRecipients, async () => ({ status: 200 as const, body: people }));
  server.on(getAvailability, async ({ query: { from, to = "", month } }) => ({
    status: 200 as const,
    body: sampleAvailability(from === undefined ? { month: month ?? null } : { month: null, from, to }),
  }));
  openConsole("/stats/availability?av-from=2026-10-05&av-to=2026-10-09");
  await open();
  await expect.element(dialog()).toMatchTextContent(/Harbor Air, \w+ \d+: availability 99.37%/);
});

test.each([
  ["people who manage nothing", customer, {}],
  ["staff who manage but are no admins, about all organizations", manager, { org_id: null, organization: null }],
])("Send Each Month… is not for %s", async (_who, user, report) => {
  serve(report, user);
  openConsole("/stats/availability");
  await expect.element(page.getByRole("main").getByText("99.37%").first()).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Print" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Send Each Month…" })).not.toBeInTheDocument();
});
