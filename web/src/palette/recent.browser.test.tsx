import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { startFakeConsole } from "../../test/fake-console.ts";
import { numberedStations, stationName } from "../../test/fake-stations.ts";
import { openConsole } from "../../test/open-console.tsx";

const palette = page.getByRole("dialog", { name: "Go to" });

test("has what was opened last at the top of what is recent, also if it was opened from there", async () => {
  startFakeConsole({ stations: numberedStations(2) });
  const { router } = openConsole("/stats");
  const address = () => router.history.location.href;
  await expect.element(page.getByRole("button", { name: "Go to…" })).toBeVisible();
  await userEvent.keyboard("{Control>}k{/Control}");
  const recent = palette.getByRole("group", { name: "Recent" }).getByRole("option");
  const field = palette.getByRole("combobox");
  for (const nth of [1, 2]) {
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard(`000${nth}`);
    await expect.element(palette.getByRole("option", { selected: true })).toMatchTextContent(`Atlas 000${nth}`);
    await userEvent.keyboard("{Enter}");
    await expect.poll(address).toBe(`/stations/${stationName(nth)}`);
    await expect.element(palette).not.toBeInTheDocument();
    await userEvent.keyboard("{Control>}k{/Control}");
    await expect.element(recent.first()).toMatchTextContent(`Atlas 000${nth}`);
  }
  await recent.nth(1).click();
  await expect.poll(address).toBe(`/stations/${stationName(1)}`);
  await expect.element(palette).not.toBeInTheDocument();
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(recent.first()).toMatchTextContent("Atlas 0001");
  expect(recent.elements()).toHaveLength(2);
});
