import { getSession, logOut, type SessionUser } from "@groundcrew/shared/sessions";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { admin, customer, startFakeConsole } from "../../test/fake-console.ts";
import { Rejection } from "../../test/fake-server.ts";
import { serveSsot } from "../../test/fake-ssot.ts";
import { numberedStations, stationName } from "../../test/fake-stations.ts";
import { openConsole } from "../../test/open-console.tsx";

const name = stationName(1);
const notes = page.getByLabelText("Notes of Atlas 0001");
const question = page.getByRole("dialog", { name: "Unsaved Changes" });
const stay = question.getByRole("button", { name: "Stay" });
const leave = question.getByRole("button", { name: "Leave Without Saving" });
const logOutButton = page.getByRole("button", { name: "Log Out" });

/** Opens a page of a fleet with one station; the returned function changes who is logged in. */
function openAs(path: string) {
  const stations = numberedStations(1);
  const server = startFakeConsole({ stations });
  serveSsot(server, stations, { [name]: { ssot: { notes: "checked" }, replaceables: { belts: false } } });
  let user: SessionUser | null = admin;
  server.on(getSession, async () => {
    if (user === null) throw new Rejection(401, "Nobody is logged in.");
    return { status: 200 as const, body: { user } };
  });
  server.on(logOut, async () => {
    user = null;
    return { status: 204 as const, body: null };
  });
  async function logInAs(next: SessionUser): Promise<void> {
    user = next;
    const { length: before } = server.requestsTo(getSession);
    window.dispatchEvent(new Event("focus"));
    await expect.poll(() => server.requestsTo(getSession).length).toBeGreaterThan(before);
    await expect.element(page.getByRole("banner").getByTitle(next.email)).toBeVisible();
  }
  return { server, logInAs, ...openConsole(path) };
}

test("one question is asked for all unsaved changes of a page, and Stay keeps all of them", async () => {
  const { router } = openAs(`/stations/${name}/ssot`);
  const form = page.getByRole("form", { name: "Replaceables", exact: true });
  const flag = form.getByRole("checkbox").first();
  await notes.fill("unsaved notes");
  await flag.click();
  const overview = page.getByRole("navigation", { name: "Station" }).getByRole("link", { name: "Overview" });
  await overview.click();
  await expect.element(question).toMatchTextContent(`Changes to SSoT data for station ${name} haven't been saved`);
  await expect
    .element(question)
    .toMatchTextContent(`Changes to replaceables data for station ${name} haven't been saved`);
  await stay.click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(notes).toHaveValue("unsaved notes");
  await expect.element(flag).toBeChecked();

  await overview.click();
  await leave.click();
  await expect.poll(() => router.history.location.href).toBe(`/stations/${name}`);
  router.history.back();
  await expect.element(notes).toHaveValue("checked");
  await expect.element(flag).not.toBeChecked();
});

test("Log Out asks before unsaved changes are lost; Stay leaves everything as it was", async () => {
  const { server, router } = openAs("/ssot/hw-variation");
  await notes.fill("unsaved");
  await logOutButton.click();
  await stay.click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(logOutButton).toBeEnabled();
  await expect.element(notes).toHaveValue("unsaved");

  // Leaving the page after a cancelled logout does not log out.
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Stations" }).click();
  await leave.click();
  await expect.element(page.getByRole("list", { name: "Stations" })).toBeVisible();
  expect(server.requestsTo(logOut)).toEqual([]);

  router.history.back();
  await notes.fill("discarded");
  await logOutButton.click();
  await leave.click();
  await expect.element(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  expect(page.getByText("Your session has ended.").elements()).toEqual([]);
  expect(server.requestsTo(logOut)).toHaveLength(1);
});

test("another user who logs in in the same tab ends unsaved changes, the same user keeps them", async () => {
  const { logInAs } = openAs("/ssot/hw-variation");
  await notes.fill("unsaved");
  await logInAs(admin);
  await expect.element(notes).toHaveValue("unsaved");
  await logInAs(customer);
  await expect.element(page.getByRole("table", { name: "Hardware Variation" })).toMatchTextContent("checked");
  expect(page.getByText("unsaved").elements()).toEqual([]);
  await logInAs(admin);
  await expect.element(notes).toHaveValue("checked");
});
