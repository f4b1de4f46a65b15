import {
  getRestoreProgress,
  getStationNotices,
  listInvalidMessages,
  listLimitedStations,
  listQuarantinedEvents,
  listRejectedConnections,
  type LimitedStation,
  type QuarantinedEvent,
  type RejectedConnection,
  type RestoreProgress,
} from "@groundcrew/shared/link";
import { createStation } from "@groundcrew/shared/stations";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sampleStation } from "../../../../shared/test/sample-station.ts";
import { startFakeConsole } from "../../../test/fake-console.ts";
import { tableRow } from "../../../test/fake-manage.ts";
import { Rejection } from "../../../test/fake-server.ts";
import { elementsIn } from "../../../test/find.ts";
import { openConsole } from "../../../test/open-console.tsx";

const KNOWN = "gc-000000000001";
const UNKNOWN = "gc-0ff1ce0ff1ce";
const PROTOCOL = "The message does not follow the protocol of the station link.";

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const region = (name: string) => page.getByRole("region", { name }).first();
const notice = (text: string) => page.getByRole("status").filter({ hasText: text });

/** The texts of the cells of a row. */
function cellTexts(text: string): string[] {
  return elementsIn(tableRow(text), "td").map(({ textContent }) => textContent);
}

function openLink() {
  const server = startFakeConsole();
  const { router } = openConsole("/manage/link");
  return { server, address: () => router.history.location.href };
}

describe("the rejected connections", () => {
  const rejected = region("Rejected Connections");
  const refresh = page.getByRole("button", { name: "Refresh Rejected Connections" });
  const tried = (station: string, reason: RejectedConnection["reason"], tries: number): RejectedConnection => ({
    station,
    reason,
    tries,
    first_tried: ago(60_000),
    last_tried: ago(30_000),
  });

  test("that cannot be loaded say why, and say so when there are none or when the broker does not report any", async () => {
    const { server } = openLink();
    server.on(listRejectedConnections, async () => {
      throw new Rejection(503, "The database is away.");
    });
    await expect.element(rejected.getByRole("alert")).toMatchTextContent(/Loading .+ failed\s*The database is away\./);
    server.on(listRejectedConnections, async () => ({ status: 200 as const, body: [] }));
    await rejected.getByRole("button", { name: "Reload" }).click();
    await expect.element(rejected).toMatchTextContent("No connections have been rejected.");
    server.on(listRejectedConnections, async () => ({ status: 200 as const, body: null }));
    await refresh.click();
    await expect.element(rejected).toMatchTextContent("An external broker does not report rejected connections.");
  });

  test("are listed with the reason, and with what can be done about each", async () => {
    const { server } = openLink();
    server.on(listRejectedConnections, async () => ({
      status: 200 as const,
      body: [tried(UNKNOWN, "unknown", 2), tried("stranger", "unknown", 1), tried(KNOWN, "wrong_secret", 1)],
    }));
    await expect.element(tableRow(UNKNOWN)).toBeVisible();
    const [name, reason, tries, last, action] = cellTexts(UNKNOWN);
    expect([name, reason, tries, action]).toEqual([UNKNOWN, "There is no station with this name.", "2", "Add Station"]);
    expect(last).toMatch(/ago$/);
    await expect.element(tableRow(KNOWN)).toMatchTextContent("The password is wrong.");
    await expect
      .element(tableRow(KNOWN).getByRole("link", { name: `Edit Station ${KNOWN}` }))
      .toHaveAttribute("href", `/stations/${KNOWN}/edit`);
    await expect.element(tableRow("stranger").getByRole("button")).not.toBeInTheDocument();
  });

  test("of an unknown station lead to a form that adds it, and then to its Edit page", async () => {
    const { server, address } = openLink();
    server.on(listRejectedConnections, async () => ({ status: 200 as const, body: [tried(UNKNOWN, "unknown", 2)] }));
    server.on(createStation, async ({ body: { name, serial_number } }) => ({
      status: 201 as const,
      body: sampleStation({ name, serial_number }),
    }));
    const add = page.getByRole("button", { name: `Add Station ${UNKNOWN}` });
    await expect.element(add).toBeVisible();
    add.element().focus();
    await userEvent.keyboard("{Enter}");
    const dialog = page.getByRole("dialog", { name: "Add Device" });
    await expect.element(dialog.getByLabelText("Name", { exact: true })).toHaveValue(UNKNOWN);
    await dialog.getByLabelText("Serial Number").fill("A 9191");
    await dialog.getByLabelText("API Version").fill("4.7.4");
    await dialog.getByRole("button", { name: "Add Station" }).click();
    await expect.element(page.getByText("Created new station")).toBeVisible();
    const edit = page.getByRole("link", { name: `Edit Station ${UNKNOWN}` });
    await expect.element(edit).toHaveFocus();
    await edit.click();
    await expect.poll(address).toBe(`/stations/${UNKNOWN}/edit`);
  });
});

describe("after a restore of the database", () => {
  const card = region("Events After Restore");
  const progress: RestoreProgress = {
    taken: "2026-03-01T12:00:00.000Z",
    restored: "2026-03-01T15:00:00.000Z",
    answered: 212,
    waiting: 88,
    unable: 3,
    events: 5_104,
    waiting_stations: [KNOWN],
    incomplete_stations: [UNKNOWN],
  };

  test("admins see how many stations have sent their events again, and which have not", async () => {
    const { server } = openLink();
    server.on(getRestoreProgress, async () => ({ status: 200 as const, body: progress }));
    await expect
      .element(card)
      .toMatchTextContent(
        /Asking stations for events since the backup of 2026-03-01 .*: 212 of 300 stations sent them\. 5,104 events arrived again/,
      );
    await expect.element(card).toMatchTextContent("3 stations cannot send events again.");
    await card.getByText("Not yet: 88 stations").click();
    await expect.element(card.getByRole("list", { name: "Not yet" }).getByRole("link", { name: KNOWN })).toBeVisible();
    await expect.element(card).toMatchTextContent("And 87 more.");
    await card.getByText("Possibly incomplete data: 1 station").click();
    await expect
      .element(card.getByRole("list", { name: "Possibly incomplete data" }).getByRole("link", { name: UNKNOWN }))
      .toBeVisible();
    server.on(getRestoreProgress, async () => ({
      status: 200 as const,
      body: { ...progress, answered: 300, waiting: 0, unable: 0, waiting_stations: [], incomplete_stations: [] },
    }));
    await page.getByRole("button", { name: "Refresh Events After Restore" }).click();
    await expect
      .element(card.getByRole("status"))
      .toMatchTextContent("300 stations sent their events since the backup");
    await expect.element(card).not.toMatchTextContent("cannot send");
  });

  test("nothing is said without one", async () => {
    openLink();
    await expect.element(region("Quarantined Events")).toMatchTextContent("kept for 30 days");
    await expect.element(card).not.toBeInTheDocument();
  });
});

describe("a station that sends too many events", () => {
  const since = ago(35 * 60_000);
  const limited: LimitedStation = {
    station: KNOWN,
    since,
    per_minute: 12_345,
    limit: { kind: "errors_per_day", value: 20_000 },
  };

  test("is listed with its rate and its limit while it does", async () => {
    const { server } = openLink();
    server.on(listLimitedStations, async () => ({ status: 200 as const, body: [limited] }));
    await expect.element(tableRow(KNOWN)).toBeVisible();
    expect(cellTexts(KNOWN)).toEqual([KNOWN, "12,345 a minute", "20,000 errors a day", "35m ago"]);
    server.on(listLimitedStations, async () => ({ status: 200 as const, body: [] }));
    await page.getByRole("button", { name: "Refresh Sending Too Many Events" }).click();
    await expect.element(region("Sending Too Many Events")).toMatchTextContent("No station sends too many events.");
  });

  test("has a notice on its page, and so has one whose swap counts differ", async () => {
    const server = startFakeConsole();
    const { per_minute } = limited;
    server.on(getStationNotices, async () => ({
      status: 200 as const,
      body: {
        too_many_events: { since, per_minute, limit: { kind: "events_per_minute" as const, value: 600 } },
        swap_counts: { by_events: 1_204, by_counter: 1_210, since },
        connection_fault: { reason: "replaced" as const, tries: 29, first_tried: since, last_tried: since },
        errors_kept_days: 730,
      },
    }));
    openConsole(`/stations/${KNOWN}`);
    await expect
      .element(notice("Sending too many events"))
      .toMatchTextContent(
        /12,345 a minute, since \d{4}-.* Up to 600 a minute are stored for one station\. The rest stay at the station until they can be stored\./,
      );
    await expect
      .element(notice("two devices use this name and password"))
      .toMatchTextContent(/^Its connection is replaced again and again: .*29 times since .*, last 35m ago\.$/s);
    await expect
      .element(notice("Swap counts differ"))
      .toMatchTextContent(/The station's events come to 1,204 swaps, its own counter to 1,210, since \d{4}-/);
  });

  test("is the only one with that notice", async () => {
    startFakeConsole();
    openConsole(`/stations/${KNOWN}`);
    await expect.element(page.getByRole("slider")).toBeVisible();
    await expect.element(notice("Sending too many events")).not.toBeInTheDocument();
    await expect.element(notice("Swap counts differ")).not.toBeInTheDocument();
  });
});

describe("invalid messages", () => {
  const received = { first_received: ago(90_000), last_received: ago(90_000), times: 1 };
  const reason = { station: KNOWN, reason: "not_valid", detail: "data.kind: Invalid option" };
  const payload = '{"v":1,"data":{"kind":"earthquake","event_id":"e1","facts":{}}}';
  const event: QuarantinedEvent = { ...reason, ...received, event_id: "e1", payload, bytes: payload.length };

  test("are listed with their station, kind and reason", async () => {
    const { server } = openLink();
    server.on(listInvalidMessages, async () => ({
      status: 200 as const,
      body: [{ ...reason, ...received, topic: "tele", times: 12 }],
    }));
    const item = page.getByRole("list", { name: "Invalid Messages" }).getByRole("listitem");
    await expect.element(item).toMatchTextContent(KNOWN);
    for (const text of ["tele", "12 times, last 1m ago", PROTOCOL, reason.detail]) {
      await expect.element(item).toMatchTextContent(text);
    }
  });

  test("that are events are quarantined as they were received, for a number of days", async () => {
    const { server, address } = openLink();
    server.on(listQuarantinedEvents, async () => ({ status: 200 as const, body: { events: [event], kept_days: 30 } }));
    await expect.element(region("Quarantined Events")).toMatchTextContent("They are kept for 30 days.");
    const item = page.getByRole("list", { name: "Quarantined Events" }).getByRole("listitem");
    for (const text of ["earthquake", "1m ago", PROTOCOL]) await expect.element(item).toMatchTextContent(text);
    const message = item.getByRole("textbox", { name: `Raw message of ${KNOWN}` });
    await expect.element(message).not.toBeInTheDocument();
    await item.getByText("Raw message").click();
    await expect.element(message).toHaveValue(payload);
    await item.getByRole("link", { name: KNOWN }).click();
    await expect.poll(address).toBe(`/stations/${KNOWN}`);
  });

  test("are shown in pages of twenty", async () => {
    const { server } = openLink();
    const events = Array.from({ length: 21 }, (_, nth) => ({ ...event, event_id: `e${nth}` }));
    server.on(listQuarantinedEvents, async () => ({ status: 200 as const, body: { events, kept_days: 30 } }));
    const items = page.getByRole("list", { name: "Quarantined Events" }).getByRole("listitem");
    await expect.poll(() => items.length).toBe(20);
    const pages = page.getByRole("navigation", { name: "Pages of quarantined events" });
    await pages.getByRole("button", { name: "Page 2" }).click();
    await expect.poll(() => items.length).toBe(1);
  });
});
