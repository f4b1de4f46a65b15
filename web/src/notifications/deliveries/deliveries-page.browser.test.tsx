import { downloadDeliveries, listGivenUp, type GivenUp } from "@groundcrew/shared/notifications";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { watchDownloads } from "../../../test/downloads.ts";
import { admin, startFakeConsole } from "../../../test/fake-console.ts";
import { sampleDelivery, serveDeliveries } from "../../../test/fake-notifications.ts";
import { csvBody, refuse } from "../../../test/fake-server.ts";
import { dialog, listRows } from "../../../test/find.ts";
import { openConsole } from "../../../test/open-console.tsx";

const rows = listRows("Deliveries");
const deliveries = [
  sampleDelivery(),
  sampleDelivery({
    id: 2,
    channel: null,
    person: "Sam Ortega",
    device: "iPhone",
    result: "held",
    why: "Quiet hours of the person until 14:00 MST.",
    next: new Date(Date.now() + 3_600_000).toISOString(),
  }),
  sampleDelivery({
    id: 3,
    type: "ended",
    channel: "Pager",
    result: "failed",
    why: "HTTP 503. Given up after 8 attempts in 6 h.",
  }),
];

function openDeliveries(path = "/attention/deliveries") {
  const server = startFakeConsole();
  serveDeliveries(server, deliveries);
  return { server, ...openConsole(path) };
}

test("deliveries say to whom they went, what came of them, and why", async () => {
  const { server } = openDeliveries();
  await expect
    .element(rows.first())
    .toMatchTextContent(
      /Started\s*Site outage: Reno.*#ground-ops.*Delivered.*Sent .+ 1 message for 4 notifications\. HTTP 202\./s,
    );
  await expect
    .element(rows.nth(1))
    .toMatchTextContent(
      /Push, Sam Ortega: iPhone.*Held.*Quiet hours of the person until 14:00 MST\. Will be sent .+ if the alert is still open\./s,
    );
  await expect.element(rows.nth(2)).toMatchTextContent(/Ended\s*Site outage: Reno.*Pager/s);
  await rows.first().getByRole("button", { name: "Show the message: Started Site outage: Reno" }).click();
  await expect.element(dialog().getByRole("textbox", { name: "Message" })).toHaveValue("Urgent: Site outage at Reno");
  await expect.element(dialog()).toMatchTextContent(/HTTP 202 · 340 ms.*accepted/s);
  expect(server.problems).toEqual([]);
});

test("deliveries are filtered and downloaded by what the address says", async () => {
  const { router, server } = openDeliveries();
  await page.getByRole("button", { name: "Failed 1" }).click();
  await expect.poll(() => rows.length).toBe(1);
  await page.getByRole("button", { name: "Time: Day" }).click();
  await page.getByRole("menuitemradio", { name: "All" }).click();
  await expect.poll(() => router.history.location.href).toBe("/attention/deliveries?dl-result=failed&dl-t=all");
  const saved = watchDownloads();
  server.on(downloadDeliveries, async ({ query }) => ({ status: 200 as const, body: csvBody(JSON.stringify(query)) }));
  await page.getByRole("button", { name: "Download CSV" }).click();
  await expect.poll(() => saved).toMatchObject([{ text: '{"result":"failed"}' }]);
  expect(saved[0]?.name).toMatch(/^DELIVERIES_.*Z\.csv$/);
  server.on(downloadDeliveries, refuse(503, "The database is not responding."));
  await page.getByRole("button", { name: "Download CSV" }).click();
  await expect.element(page.getByText("The database is not responding.")).toBeVisible();
  await userEvent.keyboard("/");
  await userEvent.keyboard("nothing like it{Enter}");
  await page.getByRole("button", { name: "Clear Filters" }).click();
  await expect.poll(() => rows.length).toBe(3);
});

test("J and K move in the list, and Enter opens the alert", async () => {
  const { router } = openDeliveries();
  await expect.element(rows.first()).toBeVisible();
  await userEvent.keyboard("jjk");
  await expect.element(rows.first().getByRole("link", { name: "Site outage: Reno" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => router.history.location.pathname).toBe("/attention/4812");
});

const abandoned: GivenUp = {
  id: 7,
  kind: "invitation_mail",
  to: "new@harbor.example",
  created: new Date(Date.now() - 4 * 3_600_000).toISOString(),
  ended: new Date(Date.now() - 3_600_000).toISOString(),
  tries: 8,
  why: "550 No such mailbox.",
};

test("other work that was given up is listed for admins", async () => {
  const server = startFakeConsole();
  serveDeliveries(server, deliveries, [abandoned, { ...abandoned, id: 8, tries: 1 }]);
  openConsole("/attention/deliveries");
  const given = listRows("Other Work Given Up");
  await expect
    .element(given.first())
    .toMatchTextContent(/Invitation.*new@harbor\.example.*550 No such mailbox\. Tried 8 times\./s);
  await expect.element(given.nth(1)).toMatchTextContent(/550 No such mailbox\. Tried once\./);
  expect(server.problems).toEqual([]);
});

test("other work that was given up is not requested by others", async () => {
  const server = startFakeConsole({ user: { ...admin, can_admin: false } });
  serveDeliveries(server, deliveries, [abandoned]);
  openConsole("/attention/deliveries");
  await expect.element(rows.first()).toBeVisible();
  expect(listRows("Other Work Given Up").elements()).toEqual([]);
  expect(server.requestsTo(listGivenUp)).toEqual([]);
});
