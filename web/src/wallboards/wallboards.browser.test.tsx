import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { createWallboard } from "@groundcrew/shared/wallboards";
import { DAY_MS } from "@groundcrew/shared/lib";
import { customer, startFakeConsole } from "../../test/fake-console.ts";
import { manager, pressAndConfirm, tableRow } from "../../test/fake-manage.ts";
import { sampleWallboard, serveWallboards } from "../../test/fake-wallboards.ts";
import { openConsole } from "../../test/open-console.tsx";

const PAGE = "/manage/wallboards";

function open(wallboards: Parameters<typeof serveWallboards>[1] = [], user = manager) {
  const server = startFakeConsole({ user });
  const state = serveWallboards(server, wallboards);
  const { router } = openConsole(PAGE);
  return { server, state, address: () => router.history.location.href };
}

const dialog = (name: string) => page.getByRole("dialog", { name });

// @spec R10.2, R10.3
test("a manager creates a wallboard, whose link is shown once, and has nothing to enter but its name", async () => {
  const copied: string[] = [];
  const write = vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => void copied.push(text));
  onTestFinished(() => write.mockRestore());
  const { server } = open();
  await expect.element(page.getByText("This organization has no wallboards yet.")).toBeVisible();
  await page.getByRole("button", { name: "New Wallboard" }).click();
  await dialog("New Wallboard").getByLabelText("Name").fill("Lobby");
  await dialog("New Wallboard").getByRole("button", { name: "Create" }).click();
  await dialog("Link of Your Wallboard").getByRole("button", { name: "Copy Link" }).click();
  await expect.poll(() => copied).toEqual([`${location.origin}/wall#wall_a.secret`]);
  await dialog("Link of Your Wallboard").getByRole("button", { name: "Close", exact: true }).click();
  await expect.element(tableRow("Lobby")).toMatchTextContent("Now, Map, Month");
  await expect.element(page.getByText("wall_a.secret")).not.toBeInTheDocument();
  expect(server.requestsTo(createWallboard)[0]?.body).toEqual({
    name: "Lobby",
    view: null,
    pages: ["now", "map", "month"],
    turn_s: 30,
    theme: "dark",
    days: 90,
  });
});

// @spec R10.2
test("stations are those of a view that is pasted as a link, and numbers have limits", async () => {
  const { server } = open();
  await page.getByRole("button", { name: "New Wallboard" }).click();
  const form = dialog("New Wallboard");
  await form.getByLabelText("Name").fill("Reno");
  await form.getByRole("radio", { name: "View" }).click();
  await form.getByLabelText("Seconds for Each Page").fill("5");
  await form.getByRole("checkbox", { name: "Month" }).click();
  await form.getByRole("button", { name: "Create" }).click();
  const link = form.getByLabelText("Link to a View of the Stations List");
  await expect.element(link).toHaveAccessibleDescription(/Paste a link with a filter\./);
  expect(server.requestsTo(createWallboard)).toEqual([]);
  await link.fill("https://console.example/?view=13&stations-q=oslo");
  await expect.element(link).toHaveAccessibleDescription(/You cannot see this view\./);
  await form.getByLabelText("Seconds for Each Page").fill("20");
  await form.getByRole("button", { name: "Create" }).click();
  expect(server.requestsTo(createWallboard)).toEqual([]);
  await form.getByLabelText("Seconds for Each Page").fill("5");
  await link.fill("https://console.example/?stations-q=reno&other=1");
  await form.getByRole("button", { name: "Create" }).click();
  await expect
    .element(form.getByLabelText("Seconds for Each Page"))
    .toHaveAccessibleDescription(/Enter 10 to 120 seconds/);
  await form.getByLabelText("Seconds for Each Page").fill("20");
  await form.getByRole("button", { name: "Create" }).click();
  await expect.element(dialog("Link of Your Wallboard")).toBeVisible();
  expect(server.requestsTo(createWallboard)[0]?.body).toMatchObject({
    view: { "stations-q": "reno" },
    pages: ["now", "map"],
    turn_s: 20,
  });
});

// @spec R10.4
test("a wallboard says when and from where it was last used, is changed, and is revoked with a second press", async () => {
  open([sampleWallboard({ last_used: "2026-11-02T10:00:00.000Z", last_address: "10.0.0.7" })]);
  await expect.element(tableRow("Operations room")).toMatchTextContent("2026-11-02");
  await expect.element(tableRow("Operations room")).toMatchTextContent("10.0.0.7");
  await page.getByRole("button", { name: "Edit Operations room" }).click();
  await dialog("Edit Operations room").getByLabelText("Name").fill("Lobby");
  await dialog("Edit Operations room").getByRole("button", { name: "Save" }).click();
  await expect.element(tableRow("Lobby")).toBeVisible();
  await pressAndConfirm(tableRow("Lobby"), "Revoke");
  await expect.element(page.getByText("Revoked Lobby")).toBeVisible();
  await expect.element(page.getByText("This organization has no wallboards yet.")).toBeVisible();
});

// @spec R10.4
test("one that has ended says so, and is renewed for so many days", async () => {
  const { state } = open([sampleWallboard({ ends: new Date(Date.now() - DAY_MS).toISOString() })]);
  await expect.element(tableRow("Operations room")).toMatchTextContent("Ended");
  await page.getByRole("button", { name: "Renew Operations room" }).click();
  await dialog("Renew a Wallboard").getByLabelText("Ends in Days").fill("30");
  await dialog("Renew a Wallboard").getByRole("button", { name: "Renew" }).click();
  await expect.element(page.getByText("Renewed Operations room")).toBeVisible();
  await expect.element(tableRow("Operations room")).not.toMatchTextContent("Ended");
  expect(Date.parse(state.wallboards[0]?.ends ?? "")).toBeGreaterThan(Date.now() + 29 * DAY_MS);
});

test("what is edited stays when someone else saves or revokes the wallboard meanwhile, and the dialog says so", async () => {
  const { state } = open([sampleWallboard()]);
  await page.getByRole("button", { name: "Edit Operations room" }).click();
  const form = dialog("Edit Operations room");
  await form.getByLabelText("Name").fill("Lobby");
  state.wallboards = [sampleWallboard({ rev: 2, turn_s: 60 })];
  await form.getByRole("button", { name: "Save" }).click();
  await expect.element(form.getByText(/Someone changed the time for each page\..*Save again/)).toBeVisible();
  await expect.element(form.getByLabelText("Name")).toHaveValue("Lobby");
  await form.getByRole("button", { name: "Save" }).click();
  await expect.element(tableRow("Lobby")).toBeVisible();
});

// @spec R10.2
test("others than managers are redirected and see no link to it", async () => {
  const { address } = open([], customer);
  await expect.poll(address).toBe("/manage/users");
  await expect.element(page.getByRole("link", { name: "API Keys" })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Wallboards" })).not.toBeInTheDocument();
});
