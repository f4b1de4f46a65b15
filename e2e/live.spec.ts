import type { Browser, Page } from "@playwright/test";
import { openEventStream } from "../server/test/event-stream.ts";
import { cookieHeader, editStation, expectLive, listRow, openStreams } from "./live-steps.ts";
import { logIn as logInByForm } from "./password-steps.ts";
import { ADMIN, USER } from "./station-steps.ts";
import { expect, test } from "./test.ts";

const SKYLINE = "user@skyline.example";
/** A stream ends within this time after its session (ms). */
const ENDS_WITHIN = { timeout: 5_000 };

test("what an admin and a station change is painted at others before the next poll, and nothing crosses organizations", async ({
  browser,
  logIn,
  login,
  system,
}) => {
  const harbors = await system.onlineStation("atlas", "Harbor Air");
  const skylines = await system.onlineStation("atlas", "Skyline Logistics");
  const admin = await login(
    ADMIN,
    `/?stations-q=${encodeURIComponent(`${harbors.serial_number}|${skylines.serial_number}`)}`,
  );
  const harbor = await openList(browser, { logIn, email: USER });
  const skyline = await openList(browser, { logIn, email: SKYLINE });
  const pages = [admin, harbor, skyline];
  await Promise.all(pages.map(expectLive));
  const after = new Date().toISOString();
  const cookie = await cookieHeader(skyline);
  const stream = await openEventStream(`${system.url}/api/live?after=${after}&names=${harbors.name}`, { cookie });
  expect(stream.status).toBe(200);

  await editStation(admin, harbors.name, { description: "Moved to the north pier" });
  await expect(listRow(harbor, harbors.serial_number)).toContainText("Moved to the north pier");
  const errors = listRow(admin, harbors.serial_number).getByTitle(/^Unresolved errors: /);
  const errorsBefore = Number((await errors.getAttribute("title"))?.split(": ")[1]);
  system.reportError(harbors.name, "The north door does not close.");
  await expect(errors).toHaveAttribute("title", `Unresolved errors: ${errorsBefore + 1}`);

  // The last change is Skyline's own: its stream has everything that was changed before.
  await editStation(admin, skylines.name, { description: "Moved to the tower" });
  await expect(listRow(skyline, skylines.serial_number)).toContainText("Moved to the tower");
  await expect.poll(() => JSON.stringify(stream.events)).toContain("Moved to the tower");
  const received = JSON.stringify(stream.events);
  for (const { name, serial_number } of await system.stationsOf("Harbor Air")) {
    expect(received).not.toContain(name);
    expect(received).not.toContain(serial_number);
    await expect(skyline.getByRole("main")).not.toContainText(serial_number);
  }
  expect(received).not.toContain("north");
  await stream.close();
  for (const page of [harbor, skyline]) await page.context().close();
});

test("a logout in one tab, and a session that is revoked elsewhere, end the streams of the browser", async ({
  browser,
  page,
  context,
  problems,
  system,
}) => {
  problems.allow(/^GET \/api\/.* returned 401$/);
  // Those of the tests before end with their pages.
  await expect.poll(() => openStreams(system)).toBe(0);
  const other = await context.newPage();
  await page.goto("/login");
  await logInByForm(page, USER, system.password);
  await expectLive(page);
  await other.goto("/");
  await expectLive(other);
  await expect.poll(() => openStreams(system)).toBe(1);
  await other.getByRole("button", { name: "Log Out" }).click();
  await expect.poll(() => openStreams(system), ENDS_WITHIN).toBe(0);
  await expect(page.getByText("Your session has ended.")).toBeVisible();

  await logInByForm(other, USER, system.password);
  await expectLive(other);
  await expectLive(page);
  await expect.poll(() => openStreams(system)).toBe(1);
  const elsewhere = await browser.newContext();
  await elsewhere.addCookies(await context.cookies());
  expect((await elsewhere.request.delete(`${system.url}/api/sessions/current`)).status()).toBe(204);
  await elsewhere.close();
  await expect.poll(() => openStreams(system), ENDS_WITHIN).toBe(0);
  for (const tab of [page, other]) await expect(tab.getByText("Your session has ended.")).toBeVisible();
});

type ListOptions = {
  logIn: (context: Awaited<ReturnType<Browser["newContext"]>>, email: string) => Promise<void>;
  email: string;
};

/** The list of stations in a browser of its own. */
async function openList(browser: Browser, { logIn, email }: ListOptions): Promise<Page> {
  const context = await browser.newContext();
  await logIn(context, email);
  const page = await context.newPage();
  await page.goto("/");
  return page;
}
