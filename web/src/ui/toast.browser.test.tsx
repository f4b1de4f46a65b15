import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { startFakeConsole } from "../../test/fake-console.ts";
import { dialog } from "../../test/find.ts";
import { openConsole, resizeWindow } from "../../test/open-console.tsx";
import { render } from "../../test/render.tsx";
import { toast, toastWithNext } from "./toast.tsx";
import { UiProvider } from "./ui-provider.tsx";

const openApp = () => render(<UiProvider>{null}</UiProvider>);

test("toasts are added to a region that screen readers already know, and urgent ones are alerts", async () => {
  openApp();
  const region = page.getByRole("status");
  await expect.element(region).toBeInTheDocument();
  const before = region.element();
  toast("success", "Saved it.");
  await expect.element(region.getByText("Saved it.")).toBeVisible();
  expect(region.element()).toBe(before);
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  toast("danger", "Lost it.");
  await expect.element(page.getByRole("alert").getByText("Lost it.")).toBeVisible();
});

// @spec 309.6
test("a toast stays for five seconds", async () => {
  openApp();
  toast("success", "It is done.");
  expect(await finishCountdown()).toBe(5_000);
  await expect.element(dismiss).not.toBeInTheDocument();
});

test("a failure stays for 15 seconds, and so does what offers a next step", async () => {
  openApp();
  toast("danger", "It failed.");
  expect(await finishCountdown()).toBe(15_000);
  await expect.element(dismiss).not.toBeInTheDocument();
  toastWithNext("success", "It is done.", { label: "Undo", onPress() {} });
  expect(await finishCountdown()).toBe(15_000);
});

const dismiss = page.getByRole("button", { name: "Dismiss" });

/** Ends the countdown of a toast, which is an animation, and returns how long it takes (ms). */
async function finishCountdown() {
  await expect.element(dismiss).toBeVisible();
  const countdown = document.getAnimations().find(({ effect }) => Number(effect?.getComputedTiming().endTime) > 1_000);
  countdown?.finish();
  return countdown?.effect?.getComputedTiming().endTime;
}

/** Names of a dialog's visible buttons that a toast covers at least partly. */
function coveredButtons(): string[] {
  const covers = ['[role="alert"]:has([aria-label="Dismiss"])', '[role="status"]:has([aria-label="Dismiss"])'];
  const toasts = [...document.querySelectorAll(covers.join())].map((one) => one.getBoundingClientRect());
  const buttons = [...document.querySelectorAll('[aria-modal="true"] :is(button, a, [role="tab"])')];
  const isCovered = (button: Element) => {
    const part = button.closest("section")?.getBoundingClientRect();
    const { left, right, top, bottom } = button.getBoundingClientRect();
    // The part of the button that the dialog's scroll area does not clip.
    const [from, to] = [Math.max(top, part?.top ?? top), Math.min(bottom, part?.bottom ?? bottom)];
    return (
      from < to && toasts.some((rect) => left < rect.right && rect.left < right && from < rect.bottom && rect.top < to)
    );
  };
  return buttons.filter(isCovered).map((button) => button.getAttribute("aria-label") ?? button.textContent);
}

/** Opens a dialog in a window of a size, and returns the dialog's height. */
async function openDialog(width: number, height: number): Promise<() => number> {
  await resizeWindow(width, height);
  startFakeConsole();
  openConsole("/?stations-type=");
  await page.getByRole("button", { name: "Details of Atlas 0001" }).click();
  await page.getByRole("button", { name: "Telemetry" }).click();
  await dialog().getByRole("tab", { name: "Raw" }).click();
  await expect.element(dialog().getByRole("button", { name: "Copy", exact: true })).toBeVisible();
  return () => dialog().element().getBoundingClientRect().height;
}

test.each([
  [1440, 900],
  [390, 844],
])("a toast covers none of a dialog's buttons in a window of %i × %i", async (width, height) => {
  await openDialog(width, height);
  toast("success", "Copied telemetry");
  await expect.element(page.getByText("Copied telemetry")).toBeVisible();
  await expect.poll(coveredButtons).toEqual([]);
  await expect.element(dialog().getByRole("button", { name: "Close", exact: true })).toBeInViewport();
});

test("in a narrow window a dialog has the full height, also while a toast is shown", async () => {
  const heightOf = await openDialog(390, 844);
  expect(heightOf()).toBe(844);
  toast("success", "Copied telemetry");
  await expect.element(page.getByText("Copied telemetry")).toBeVisible();
  expect(heightOf()).toBe(844);
});
