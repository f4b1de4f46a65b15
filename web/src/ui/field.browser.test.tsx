import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { resizeWindow } from "../../test/open-console.tsx";
import { render } from "../../test/render.tsx";
import { ChoiceField } from "./choice-field.tsx";
import { TextField } from "./field.tsx";
import { InlineField, SelectField, TextAreaField } from "./form-fields.tsx";
import { UiProvider } from "./ui-provider.tsx";

function ignore() {}

function Fields() {
  return (
    <UiProvider>
      <TextField label="Name" />
      <TextAreaField label="Why" />
      <SelectField label="Zone" options={[{ value: "utc", label: "UTC" }]} value="utc" onChange={ignore} />
      <InlineField label="Minutes" error="Enter 0 to 120 minutes." />
      <ChoiceField
        label="Until"
        labels={{ hour: "1 h", other: "Other…" }}
        value="hour"
        error="Too long."
        onChange={ignore}
      />
    </UiProvider>
  );
}

test("on a phone, whose browser zooms to smaller ones, the text of every input has 16 px", async () => {
  render(<Fields />);
  await expect.element(page.getByRole("textbox", { name: "Name" })).toBeVisible();
  await resizeWindow(390, 844);
  const sizes = [...document.querySelectorAll("input:not([type=radio]), select, textarea")].map(
    (input) => getComputedStyle(input).fontSize,
  );
  expect(sizes).toEqual(["16px", "16px", "16px", "16px"]);
});

test("a field in a sentence and a choice are described by their errors; of a choice one is chosen", async () => {
  render(<Fields />);
  await expect
    .element(page.getByRole("textbox", { name: "Minutes" }))
    .toHaveAccessibleDescription("Enter 0 to 120 minutes.");
  const choice = page.getByRole("radiogroup", { name: "Until" });
  await expect.element(choice).toHaveAccessibleDescription("Too long.");
  await expect.element(choice.getByRole("radio", { name: "1 h" })).toBeChecked();
});
