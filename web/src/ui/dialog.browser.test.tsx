import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "../../test/render.tsx";
import { Dialog } from "./dialog.tsx";

test("the content of a dialog is a stop of the Tab key only while it scrolls", async () => {
  const content = page.getByRole("group", { name: "Content" });
  const close = render(
    <Dialog title="Short" onClose={() => {}}>
      One line
    </Dialog>,
  );
  await expect.element(content).not.toHaveAttribute("tabindex");
  close();
  render(
    <Dialog title="Long" onClose={() => {}}>
      <div style={{ height: 5_000 }}>Many lines</div>
    </Dialog>,
  );
  await expect.element(content).toHaveAttribute("tabindex", "0");
  await userEvent.keyboard("{Tab}{Tab}");
  await expect.element(content).toHaveFocus();
});
