import { listStationErrors } from "@groundcrew/shared/station-errors";
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

test("the chart stays zoomed in when it is reloaded", async () => {
  const server = startFakeConsole();
  const minute = Math.floor(Date.now() / 60_000) * 60;
  const start = minute - 200 * 60;
  const points = Array.from({ length: 200 }, (_, index) => index);
  server.on(getStationHistory, async () => ({
    status: 200 as const,
    body: points.map((index) => ({
      time: start + index * 60,
      swaps_performed: 100 + index,
      error_count: Math.floor(index / 20),
      door: "closed" as const,
      pad: "empty" as const,
    })),
  }));
  const { client } = openConsole("/stations/gc-000000000001");
  const canvas = () => document.querySelector<HTMLCanvasElement>(".u-wrap canvas");
  const over = () => document.querySelector<HTMLElement>(".u-over");
  await expect.poll(over).not.toBeNull();
  const whole = canvas()?.toDataURL();
  const { left = 0, top = 0, width = 0, height = 0 } = over()?.getBoundingClientRect() ?? {};
  const move = (type: string, share: number) => {
    const place = { clientX: left + width * share, clientY: top + height / 2 };
    over()?.dispatchEvent(new MouseEvent(type, { ...place, bubbles: true, button: 0, movementX: 9 }));
  };
  move("mousemove", 0.8);
  move("mousedown", 0.8);
  move("mousemove", 0.9);
  move("mouseup", 0.9);
  move("mouseleave", 1.2);
  await expect.poll(() => canvas()?.toDataURL()).not.toBe(whole);
  const zoomed = canvas()?.toDataURL();
  const loads = server.requestsTo(getStationHistory).length;
  await client.invalidateQueries();
  expect(server.requestsTo(getStationHistory).length).toBeGreaterThan(loads);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(canvas()?.toDataURL()).toBe(zoomed);
});

test("the end of the chart, which continues the last point until now, opens the errors of that point's minute", async () => {
  const server = startFakeConsole();
  const time = Math.floor(Date.now() / 60_000) * 60 - 180;
  server.on(getStationHistory, async () => ({
    status: 200 as const,
    body: [{ time, swaps_performed: 1, error_count: 1, door: "closed" as const, pad: "empty" as const }],
  }));
  const minutes: string[] = [];
  server.on(listStationErrors, async ({ query: { filter_minute } }) => {
    if (filter_minute !== undefined) minutes.push(filter_minute);
    return { status: 200 as const, body: [] };
  });
  openConsole("/stations/gc-000000000001");
  const slider = page.getByRole("slider", { name: /^Activity Data/ });
  await expect.element(slider).toHaveAttribute("max", "1");
  slider.element().focus();
  await userEvent.keyboard("{End}{Enter}");
  await expect.poll(() => minutes).toEqual([new Date(time * 1_000).toISOString()]);
});
