import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { stoppedClock } from "../../../test/clock.ts";
import { render } from "../../../test/render.tsx";
import { usePageNow, useServerNow } from "./clock.ts";

function Shown({ label }: { label: string }) {
  return <output aria-label={label}>{useServerNow()}</output>;
}

function Both() {
  const [isLate, setLate] = useState(false);
  return (
    <>
      <Shown label="first" />
      <button type="button" onClick={() => setLate(true)}>
        Add
      </button>
      {isLate && <Shown label="late" />}
    </>
  );
}

/** The times that are shown (ms). */
const times = () =>
  page
    .getByRole("status")
    .elements()
    .map(({ textContent }) => Number(textContent));

test("what appears between two ticks shows the current time, and so does what was there before", async () => {
  const clock = stoppedClock();
  render(<Both />);
  await expect.poll(times).toHaveLength(1);
  const [start = 0] = times();
  await clock.pass(4 * SECOND_MS);
  expect(times()).toEqual([start]);
  await page.getByRole("button", { name: "Add" }).click();
  await expect.poll(times).toEqual([start + 4 * SECOND_MS, start + 4 * SECOND_MS]);
  await clock.pass(6 * SECOND_MS);
  await expect.poll(times).toEqual([start + 10 * SECOND_MS, start + 10 * SECOND_MS]);
});

function Seconds() {
  return <output>{usePageNow()}</output>;
}

test("all parts of a page share one timer for each kind of tick, which ends with the last of them", async () => {
  stoppedClock();
  const close = render(
    <>
      {["one", "two", "three"].map((label) => (
        <Shown key={label} label={label} />
      ))}
      <Seconds />
      <Seconds />
    </>,
  );
  await expect.poll(times).toHaveLength(5);
  await expect.poll(() => vi.getTimerCount()).toBe(2);
  close();
  await expect.poll(() => vi.getTimerCount()).toBe(0);
});
