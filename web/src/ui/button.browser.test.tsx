import { IconPlus } from "@tabler/icons-react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "../../test/render.tsx";
import { IconButton } from "./button.tsx";

test("a button with only an icon shows a spinner instead of it while it is busy", async () => {
  render(
    <>
      <IconButton icon={IconPlus} label="Add" />
      <IconButton icon={IconPlus} label="Adding" busy />
    </>,
  );
  await expect.element(page.getByRole("button", { name: "Adding" })).toBeVisible();
  const sizes = page
    .getByRole("button")
    .elements()
    .map((button) => button.scrollWidth <= button.clientWidth);
  expect(sizes).toEqual([true, true]);
  expect(page.getByRole("button", { name: "Adding" }).element().children).toHaveLength(1);
});
