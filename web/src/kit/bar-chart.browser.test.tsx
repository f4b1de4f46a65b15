import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "../../test/render.tsx";
import { barHeights, DayChart } from "./bar-chart.tsx";

test("the bars of seven days have a name with their numbers, or each has its day", async () => {
  const close = render(<DayChart label="Errors a day: 9, 11, 31" days={[9, 11, 31]} isRising />);
  const bars = page.getByRole("img", { name: "Errors a day: 9, 11, 31" });
  await expect.element(bars).toBeVisible();
  expect(bars.element().querySelectorAll("rect")).toHaveLength(3);
  close();
  render(<DayChart label="Errors a day: 9, 11" days={[9, 11]} now={Date.parse("2026-11-22T12:00:00Z")} />);
  const titles = () => [...document.querySelectorAll("rect > title")].map(({ textContent }) => textContent);
  await expect.poll(titles).toEqual(["Nov 21: 9", "Nov 22: 11"]);
});

test("bars are as high as their numbers; one among many is visible, and none is a line", () => {
  expect(barHeights([0, 1, 500, 1_000], 24)).toEqual([1, 2, 12, 24]);
  expect(barHeights([0, 0], 24)).toEqual([1, 1]);
});
