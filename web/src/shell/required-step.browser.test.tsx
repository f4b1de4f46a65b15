import { addApp } from "@groundcrew/shared/account";
import { getSession, type SessionUser } from "@groundcrew/shared/sessions";
import { getConsoleStatus } from "@groundcrew/shared/system";
import { listStations } from "@groundcrew/shared/stations";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { APP_CODE, CODES, serveAccount } from "../../test/fake-account.ts";
import { customer, startFakeConsole } from "../../test/fake-console.ts";
import { Rejection } from "../../test/fake-server.ts";
import { openConsole } from "../../test/open-console.tsx";

const dialog = page.getByRole("dialog");
const main = page.getByRole("navigation", { name: "Main" });
const due = page.getByText("Harbor Air requires a second step: add a passkey or an authenticator app to continue.");
const from = (day: string, is_due: boolean): SessionUser => ({ ...customer, required_step: { from: day, is_due } });

// First, since what a page of another test requests late would count here.
test.each(["/", "/stations/gc-000000000001", "/manage/users"])(
  "from that day on, %s is the account page, which requests nothing else",
  async (path) => {
    const user = from("2026-01-01", true);
    const server = startFakeConsole({ user });
    const asked: string[] = [];
    for (const call of [getConsoleStatus, listStations])
      server.on(call, async () => {
        asked.push(call.name);
        throw new Rejection(403, "Your organization requires a second step.");
      });
    const { router } = openConsole(path);
    await expect.element(due).toBeVisible();
    await expect.element(page.getByRole("heading", { name: "Account", level: 1 })).toBeVisible();
    expect(router.history.location.href).toBe("/account");
    await expect.element(main).not.toBeInTheDocument();
    expect(asked).toEqual([]);
  },
);

test("before the day, each page says so and leads to the account", async () => {
  startFakeConsole({ user: from("2100-12-15", false) });
  const { router } = openConsole("/");
  await expect.element(page.getByText("Harbor Air requires a second step from Dec 15 2100.")).toBeVisible();
  await expect.element(main).toBeVisible();
  await page.getByRole("link", { name: "Set One Up" }).click();
  await expect.poll(() => router.history.location.href).toBe("/account");
  await expect.element(page.getByText("Harbor Air requires a second step from Dec 15 2100.")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Set One Up" })).not.toBeInTheDocument();
});

test("once an app is added, the codes stay until they are kept, and the console is open again", async () => {
  let user = from("2026-01-01", true);
  const server = startFakeConsole({ user });
  serveAccount(server, { ...customer });
  server.on(getSession, async () => ({ status: 200 as const, body: { user } }));
  server.on(addApp, async () => {
    user = { ...customer };
    return { status: 200 as const, body: { recovery_codes: CODES } };
  });
  openConsole("/account");
  await page.getByRole("button", { name: "Add an Authenticator App" }).click();
  await dialog.getByRole("textbox", { name: "Code from the app" }).fill(APP_CODE);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect.element(due).not.toBeInTheDocument();
  await expect.element(dialog.getByRole("list")).toMatchTextContent(CODES.join(""));
  await dialog.getByRole("checkbox", { name: "I have kept them" }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  await main.getByRole("link", { name: "Stations" }).click();
  await expect.element(page.getByRole("heading", { name: "Stations", level: 1 })).toBeVisible();
});

test("a page that is open when the day begins turns into the account page with its next request", async () => {
  let user: SessionUser = customer;
  const server = startFakeConsole({ user });
  server.on(getSession, async () => ({ status: 200 as const, body: { user } }));
  openConsole("/");
  await expect.element(page.getByRole("list", { name: "Stations" })).toBeVisible();
  user = from("2026-01-01", true);
  server.on(listStations, async () => {
    throw new Rejection(403, "Your organization requires a second step.");
  });
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect.element(due).toBeVisible();
});

test("the last second step cannot be removed, and the page says why", async () => {
  const user = { ...customer };
  const server = startFakeConsole({ user });
  const passkey = { id: 1, name: "Laptop", added: "2026-08-02T08:00:00.000Z", last_used: null };
  serveAccount(server, user, { passkeys: [passkey], second_step_from: "2026-01-01" });
  openConsole("/account");
  await expect.element(page.getByRole("button", { name: "Remove the passkey Laptop" })).toBeDisabled();
  await expect
    .element(page.getByText("Harbor Air requires a second step. Add another before you remove your only one."))
    .toBeVisible();
});
