import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { HelpPopover } from "./menus.tsx";

test("an explanation closes when Tab moves the focus from its button to another element", async () => {
  const element = document.createElement("div");
  document.body.append(element);
  const root = createRoot(element);
  onTestFinished(() => {
    root.unmount();
    element.remove();
  });
  root.render(
    <>
      <HelpPopover label="About swaps">One battery exchange.</HelpPopover>
      <button type="button">Next</button>
    </>,
  );
  await page.getByRole("button", { name: "About swaps" }).click();
  const explanation = page.getByRole("dialog", { name: "About swaps" });
  await expect.element(explanation).toBeVisible();
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByRole("button", { name: "Next" })).toHaveFocus();
  await expect.element(explanation).not.toBeInTheDocument();
});
