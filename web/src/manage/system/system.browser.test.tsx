import { getConsoleStatus, getSystem, testMail, type SystemCheck } from "@groundcrew/shared/system";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { customer, onlineStation, startFakeConsole } from "../../../test/fake-console.ts";
import { tableRow } from "../../../test/fake-manage.ts";
import { openConsole } from "../../../test/open-console.tsx";

const SINCE = "2026-11-27T14:29:05.000Z";

const checks: SystemCheck[] = [
  { about: "database", state: "ok", sentence: "PostgreSQL 18.0, 31 MB.", since: SINCE },
  { about: "disk", state: "note", sentence: "1800 MB are free for /data.", since: SINCE },
  { about: "backups", state: "problem", sentence: "The newest one was made 9 days ago.", since: SINCE },
];

function open(found = checks) {
  const server = startFakeConsole();
  server.on(getSystem, async () => ({
    status: 200 as const,
    body: { version: "1.2.3", started: SINCE, checks: found },
  }));
  openConsole("/manage/system");
  return server;
}

describe("the page System", () => {
  test("lists each part with its state in words, since when and what to do, problems first", async () => {
    open();
    await expect.element(tableRow("Backups")).toMatchTextContent("Problem");
    await expect.element(tableRow("Backups")).toMatchTextContent("The newest one was made 9 days ago.");
    await expect.element(tableRow("Disk")).toMatchTextContent("Note");
    await expect.element(tableRow("Database")).toMatchTextContent("OK");
    const rows = page.getByRole("table").element().querySelectorAll("tbody tr td:first-child");
    expect([...rows].map(({ textContent }) => textContent)).toEqual(["Backups", "Disk", "Database"]);
    await expect.element(page.getByText("Version 1.2.3, running since", { exact: false })).toBeVisible();
  });

  test("tells the link to the stations from the broker itself", async () => {
    open([
      { about: "broker", state: "problem", sentence: "This server receives no messages of stations.", since: SINCE },
      { about: "database", state: "problem", sentence: "PostgreSQL does not answer.", since: SINCE },
      { about: "broker", state: "problem", sentence: "The broker does not accept this server.", since: SINCE },
    ]);
    await expect.element(tableRow("Station link")).toMatchTextContent("This server receives no messages of stations.");
    await expect.element(tableRow("MQTT broker")).toMatchTextContent("The broker does not accept this server.");
  });

  test("sends a test email, and shows what the mail server answers", async () => {
    const server = open();
    server.on(testMail, async () => ({
      status: 200 as const,
      body: { result: "refused" as const, sentence: "The email could not be sent: no such mailbox." },
    }));
    await page.getByRole("button", { name: "Send a Test Email to Me" }).click();
    await expect.element(page.getByRole("alert")).toMatchTextContent("The email could not be sent: no such mailbox.");
  });
});

describe("the banners", () => {
  const disconnected = { disconnected_since: SINCE, problems: [] };

  test("say since when the server receives nothing, and stations that are not known to be online are UNKNOWN", async () => {
    const stations = [
      onlineStation({ name: "gc-000000000001", serial_number: "SN-1" }),
      onlineStation({ name: "gc-000000000002", serial_number: "SN-2", last_online_status: false }),
    ];
    const server = startFakeConsole({ user: customer, stations });
    server.on(getConsoleStatus, async () => ({ status: 200 as const, body: disconnected }));
    openConsole("/");
    await expect
      .element(page.getByText("has not been connected to its stations since", { exact: false }))
      .toMatchTextContent("statuses are as of then.");
    await expect.element(page.getByText("UNKNOWN", { exact: true })).toBeVisible();
    await expect.element(page.getByText("ONLINE", { exact: true })).toBeVisible();
    await expect.element(page.getByText("OFFLINE", { exact: true })).not.toBeInTheDocument();
  });

  test("tell admins of problems of the installation, with a link to the page System", async () => {
    const server = startFakeConsole();
    server.on(getConsoleStatus, async () => ({
      status: 200 as const,
      body: { disconnected_since: null, problems: checks.slice(1) },
    }));
    const { router } = openConsole("/manage/users");
    await page.getByRole("link", { name: "Open System" }).click();
    await expect.poll(() => router.state.location.pathname).toBe("/manage/system");
  });
});
