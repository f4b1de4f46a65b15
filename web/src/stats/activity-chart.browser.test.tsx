import { getStationHistory } from "@groundcrew/shared/stats";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { startFakeConsole } from "../../test/fake-console.ts";
import { openConsole } from "../../test/open-console.tsx";

test("N and P move through the errors of the history chart", async () => {
  const server = startFakeConsole();
  const minute = Math.floor(Date.now() / 60_000) * 60;
  const errors = [0, 1, 1, 2, 2, 3, 3];
  server.on(getStationHistory, async () => ({
    status: 200 as const,
    body: errors.map((error_count, index) => ({
      time: minute - (errors.length - index) * 60,
      swaps_performed: 100 + index,
      error_count,
      door: "closed" as const,
      pad: "empty" as const,
    })),
  }));
  openConsole("/stations/gc-000000000001");
  const slider = page.getByRole("slider", { name: /^Activity Data/ });
  await expect.element(slider).toBeInTheDocument();
  slider.element().focus();
  const text = () => slider.element().getAttribute("aria-valuetext");
  await expect.poll(text).toMatch(/Errors 3\b/);
  await userEvent.keyboard("p");
  await expect.poll(text).toMatch(/Errors 3\b/);
  await userEvent.keyboard("p");
  await expect.poll(text).toMatch(/Errors 2\b/);
  await userEvent.keyboard("p");
  await expect.poll(text).toMatch(/Errors 1\b/);
  await userEvent.keyboard("n");
  await expect.poll(text).toMatch(/Errors 2\b/);
});
