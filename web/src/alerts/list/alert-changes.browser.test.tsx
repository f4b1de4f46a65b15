import { changeAlertOwner, getAlert, muteAlert, unmuteAlert, type Alert } from "@groundcrew/shared/alerts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sampleAlert } from "../../../../shared/test/sample-alert.ts";
import { fakeClock } from "../../../test/clock.ts";
import { serveAlerts } from "../../../test/fake-alerts.ts";
import { startFakeConsole } from "../../../test/fake-console.ts";
import { sampleDelivery, serveDeliveries } from "../../../test/fake-notifications.ts";
import { ownedBy } from "../../../test/fake-ownership.ts";
import { dialog, listRows } from "../../../test/find.ts";
import { openConsole, resizeWindow } from "../../../test/open-console.tsx";

/** An alert of one station. */
function alertAt(station: number, differences: Partial<Alert> = {}): Alert {
  const number = String(station).padStart(4, "0");
  return sampleAlert({
    id: station,
    kind: "temperature",
    title: "104°F inside, limit 100°F",
    detail: "",
    subject: { kind: "station", station: `gc-00000000${number}` },
    station_title: `Atlas ${number}`,
    stations: 1,
    children: 0,
    ...differences,
  });
}

const open = listRows("Needs a person");
const muted = listRows("Muted");
const mutedAlert = alertAt(17, {
  section: "muted",
  muted: { until: "2099-01-05T08:00:00.000Z", by: "Lee Tran", why: "Waits for a part" },
});

function openAlerts(served: readonly Alert[], path = "/attention") {
  const server = startFakeConsole();
  const known = serveAlerts(server, served);
  return { server, known, ...openConsole(path) };
}

/** Loads the list again without moving the pointer. */
function refresh(): void {
  const button = page.getByRole("button", { name: "Refresh" }).element();
  if (button instanceof HTMLElement) button.click();
}

test("the keys work in the row of a linked alert that is not in the list, and J goes on to the list", async () => {
  const { server } = openAlerts([alertAt(14), alertAt(16, { owner: ownedBy(1) })], "/attention/14?at-own=mine");
  const linked = page.getByRole("row").filter({ hasText: "Atlas 0014" });
  await expect.element(linked).toBeVisible();
  await expect.element(page.getByRole("row").filter({ hasText: "Atlas 0016" })).toBeVisible();
  await userEvent.keyboard("j");
  await expect.element(linked.getByRole("link", { name: "104°F inside, limit 100°F" })).toHaveFocus();
  await userEvent.keyboard("m");
  await expect.element(dialog()).toMatchTextContent(/Mute This Alert.*Atlas 0014/s);
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await userEvent.keyboard("a");
  await expect
    .poll(() => server.requestsTo(changeAlertOwner).map(({ path }) => path))
    .toEqual(["/api/alerts/14/owner"]);
  await userEvent.keyboard("j");
  await expect.poll(() => document.activeElement?.closest('[role="row"]')?.textContent).toMatch(/Atlas 0016/);
});

test("M mutes and does not unmute, and unmuting can be undone", async () => {
  const { server, known } = openAlerts([mutedAlert]);
  await expect.element(muted).toBeVisible();
  await userEvent.keyboard("jm");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Nobody has been notified of this alert.")).toBeVisible();
  expect(server.requestsTo(unmuteAlert)).toEqual([]);
  await muted.getByRole("button", { name: "Unmute 104°F inside, limit 100°F, Atlas 0017" }).click();
  await expect.poll(() => known.get(17)?.muted).toBeNull();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect
    .poll(() => known.get(17)?.muted)
    .toMatchObject({ until: mutedAlert.muted?.until, why: "Waits for a part" });
});

test("the question about muting stays when someone else takes its alert out of the list, and says who", async () => {
  const clock = fakeClock();
  const { server, known } = openAlerts([alertAt(14)], "/attention?at-own=unassigned");
  await open.getByRole("button", { name: "Mute 104°F inside, limit 100°F, Atlas 0014" }).click();
  await dialog().getByRole("textbox", { name: "Why" }).fill("Cooler is replaced");
  known.set(14, alertAt(14, { rev: 2, section: "acknowledged", owner: ownedBy(2) }));
  await clock.pass(15 * SECOND_MS);
  await expect.element(page.getByText("No matching alerts")).toBeInTheDocument();
  await expect.element(dialog().getByText("Lee Tran acknowledged this.")).toBeVisible();
  await dialog().getByRole("button", { name: "Mute", exact: true }).click();
  await expect
    .poll(() => server.requestsTo(muteAlert).map(({ body }) => body))
    .toMatchObject([{ why: "Cooler is replaced", rev: 2 }]);
});

test("an alert that has ended is not muted", async () => {
  const clock = fakeClock();
  const { known } = openAlerts([alertAt(14)]);
  await open.getByRole("button", { name: /^Mute/ }).click();
  await dialog().getByRole("textbox", { name: "Why" }).fill("Cooler is replaced");
  known.set(14, alertAt(14, { section: "ended", ended: "2026-11-21T10:30:00.000Z", reason: "80°F again", rev: 2 }));
  await clock.pass(15 * SECOND_MS);
  await expect.element(dialog()).toMatchTextContent(/This alert has ended: 80°F again\./);
  await expect.element(dialog().getByRole("button", { name: "Mute", exact: true })).toBeDisabled();
  await expect.element(dialog().getByRole("textbox", { name: "Why" })).toHaveValue("Cooler is replaced");
});

test("one hour of muting counts from the press", async () => {
  const clock = fakeClock();
  const { server } = openAlerts([alertAt(14)]);
  await open.getByRole("button", { name: /^Mute/ }).click();
  await dialog().getByRole("radio", { name: "1 h" }).click();
  await dialog().getByRole("textbox", { name: "Why" }).fill("Cooler is replaced");
  clock.sleep(50 * MINUTE_MS);
  const pressed = Date.now();
  await dialog().getByRole("button", { name: "Mute", exact: true }).click();
  await expect.poll(() => server.requestsTo(muteAlert).length).toBe(1);
  const [{ body } = { body: null }] = server.requestsTo(muteAlert);
  const until = typeof body === "object" && body !== null && "until" in body ? Date.parse(String(body.until)) : 0;
  expect(until - pressed).toBeGreaterThanOrEqual(HOUR_MS - MINUTE_MS);
});

test("an alert that ends while its row is held in place says so, and can no longer be acknowledged", async () => {
  const { known } = openAlerts([alertAt(14), alertAt(16)]);
  await open.first().hover();
  known.set(14, alertAt(14, { section: "ended", ended: "2026-11-21T10:30:00.000Z", reason: "80°F again" }));
  refresh();
  await expect.element(open.first()).toMatchTextContent(/Atlas 0014.*Ended.*80°F again/s);
  await expect.element(open.first().getByRole("button", { name: /^Acknowledge/ })).not.toBeInTheDocument();
  await expect.element(open.nth(1).getByRole("button", { name: /^Acknowledge/ })).toBeVisible();
});

test("the reason why an alert has ended is not cut in a wide, a narrow and the narrowest window", async () => {
  const reasons = ["Its stations are no longer in service", "The mean of 15 minutes is 98.5 °F again, limit 104 °F"];
  const ended = { section: "ended", ended: "2026-11-21T10:30:00.000Z" } as const;
  openAlerts(
    reasons.map((reason, nth) => sampleAlert({ ...ended, id: nth + 1, reason })),
    "/attention?at-section=ended",
  );
  for (const width of [1440, 640, 310]) {
    await resizeWindow(width);
    for (const reason of reasons) {
      const text = page.getByText(reason);
      await expect.element(text).toBeVisible();
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = text.element();
      expect([scrollWidth, scrollHeight], `at ${width} px`).toEqual([clientWidth, clientHeight]);
    }
  }
});

test("buttons of two alerts with one title are named by their stations, and no single alert is requested, however long the list is open", async () => {
  const clock = fakeClock();
  const { server } = openAlerts([alertAt(14), alertAt(16)]);
  for (const word of ["Acknowledge", "Assign", "Mute", "Expand"]) {
    const name = `${word} 104°F inside, limit 100°F, Atlas 0016`;
    await expect.element(page.getByRole("button", { name, exact: true })).toBeVisible();
  }
  // The visible word is part of the name.
  await expect.element(open.first().getByRole("link", { name: "Open the station" })).toBeVisible();
  await clock.pass(2 * MINUTE_MS);
  expect(server.requestsTo(getAlert)).toEqual([]);
  expect(server.problems).toEqual([]);
});

test("the details of an alert say what each notification was about, who got it and whether it is tried again", async () => {
  const { server } = openAlerts([alertAt(21)], "/attention/21");
  const retrying = { type: "started" as const, channel: "Tickets", result: "retrying" as const, why: "HTTP 503." };
  serveDeliveries(server, [
    sampleDelivery({ id: 1, type: "escalated", channel: "Operations", why: "HTTP 200.", together: 1 }),
    sampleDelivery({ ...retrying, id: 2, tries: 5 }),
  ]);
  await expect.element(page.getByText(/Escalation · Operations · Sent .* HTTP 200\.$/)).toBeVisible();
  await expect.element(page.getByText(/Started · Tickets · HTTP 503\. Tried 5 times\.$/)).toBeVisible();
  expect(server.problems).toEqual([]);
});
