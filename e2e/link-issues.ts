import { expect, type Page } from "@playwright/test";
import type { TestSystem } from "./test-system.ts";

const EVENTS = [
  '{"v":1,"id":"5","boot":3,"seq":5,"ts":0,"data":{"kind":"earthquake","event_id":"e-5","occurred":null,"facts":{}}}',
  '{"v":1,"id":"6","boot":3,"seq":6,"ts":0,"data":{"kind":"door","event_id":"e-6","occurred":null,"facts":{"door"',
];

/** Opens the station link page with an example of everything it can report. */
export async function openLinkIssues(page: Page, system: TestSystem) {
  const noEvents = page.getByText("There are no quarantined events.");
  const message = page.getByText("Raw message").first();
  await noEvents.or(message).waitFor();
  if (await noEvents.isVisible()) {
    await createLinkIssues(system);
    // The server processes messages asynchronously.
    await expect(async () => {
      await page.reload();
      await expect(message).toBeVisible({ timeout: 10_000 });
    }).toPass();
  }
  await message.click();
}

/** Makes unknown clients try to connect, and a station send invalid messages. */
async function createLinkIssues(system: TestSystem) {
  const { name } = await system.onlineStation("universal");
  const station = await system.impersonate(name);
  for (const event of EVENTS) await station.publish("event", event);
  await station.publish("tele", '{"v":1}');
  await system.tryConnect(name, "not its secret");
  for (const unknownName of ["test-bench", "gc-0a5ca1ab1e00", "gc-0a5ca1ab1e01"])
    await system.tryConnect(unknownName, "a guess");
  await station.disconnect();
}
