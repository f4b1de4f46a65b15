import type { Page } from "@playwright/test";
import { blockList, editStation, expectLive, listRow, openStreams } from "../live-steps.ts";
import { ADMIN } from "../station-steps.ts";
import { expect, test } from "../test.ts";

test("eight tabs share one stream, and another tab takes over when its tab is closed", async ({
  context,
  logIn,
  system,
}) => {
  await expect.poll(() => openStreams(system)).toBe(0);
  const { name, serial_number } = await system.onlineStation("atlas");
  await logIn(context, ADMIN);
  const streaming: Page[] = [];
  context.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/live") streaming.push(request.frame().page());
  });
  const tabs: Page[] = [];
  while (tabs.length < 8) {
    const tab = await context.newPage();
    await tab.goto(`/?stations-q=${encodeURIComponent(serial_number)}`);
    await expectLive(tab);
    tabs.push(tab);
  }
  await expect.poll(() => openStreams(system)).toBe(1);
  const [leader, ...others] = new Set(streaming);
  expect(others).toEqual([]);
  await editAndExpect(tabs, "Seen in eight tabs");

  await leader?.close();
  const left = tabs.filter((tab) => tab !== leader);
  expect(left).toHaveLength(7);
  await expect.poll(() => new Set(streaming).size).toBe(2);
  await expect.poll(() => openStreams(system)).toBe(1);
  await Promise.all(left.map(blockList));
  await editAndExpect(left, "Seen in seven tabs");

  async function editAndExpect(pages: readonly Page[], description: string): Promise<void> {
    await editStation(context, name, { description });
    await Promise.all(pages.map((tab) => expect(listRow(tab, serial_number)).toContainText(description)));
  }
});
