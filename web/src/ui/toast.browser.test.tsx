import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { toast } from "./toast.tsx";
import { UiProvider } from "./ui-provider.tsx";

/** Shows an app without content; returns how to close it. */
function openApp(): () => void {
  const element = document.createElement("div");
  document.body.append(element);
  const root = createRoot(element);
  root.render(<UiProvider>{null}</UiProvider>);
  const close = () => {
    root.unmount();
    element.remove();
  };
  onTestFinished(close);
  return close;
}

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

test("toasts end with the app that shows them", async () => {
  const close = openApp();
  await expect.element(page.getByRole("status")).toBeInTheDocument();
  toast("success", "From the first app.");
  await expect.element(page.getByText("From the first app.")).toBeVisible();
  close();
  openApp();
  toast("success", "From the second app.");
  await expect.element(page.getByText("From the second app.")).toBeVisible();
  await expect.element(page.getByText("From the first app.")).not.toBeInTheDocument();
});

// @spec 309.6
test("a toast stays for five seconds", async () => {
  openApp();
  const message = page.getByText("Saved it.");
  toast("success", "Saved it.");
  await expect.element(message).toBeVisible();
  // Its countdown is an animation, whose end removes it.
  const countdown = document.getAnimations().find(({ effect }) => effect?.getComputedTiming().endTime === 5_000);
  expect(countdown).toBeDefined();
  countdown?.finish();
  await expect.element(message).not.toBeInTheDocument();
});
