import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { elementsIn } from "../../test/find.ts";
import { render } from "../../test/render.tsx";
import { CallFailure } from "../data/api/index.ts";
import { PickerChips, PickerField } from "./picker.tsx";

const items = Array.from({ length: 40 }, (_, index) => ({ id: String(index), label: `Site ${index}` }));
const field = page.getByRole("combobox", { name: "Site" });

type OneProps = { items?: typeof items; start: string; onChange: (id: string) => void; onSubmit?: () => void };

function One({ items: offered, start, onChange, onSubmit }: OneProps) {
  const [value, setValue] = useState(start);
  function handleChange(id: string) {
    setValue(id);
    onChange(id);
  }
  return (
    <form onSubmit={onSubmit}>
      <PickerField
        label="Site"
        none="Any"
        items={offered}
        value={value}
        pickedLabel="Old site"
        onChange={handleChange}
      />
    </form>
  );
}

test("the arrow keys choose nothing on the way: Enter does, once, closes the list and submits no form", async () => {
  const change = vi.fn<(id: string) => void>();
  const submit = vi.fn<() => void>();
  render(<One items={items} start="2" onChange={change} onSubmit={submit} />);
  await field.click();
  const chosen = page.getByRole("radio", { name: "Site 2", exact: true });
  await expect.element(chosen).toBeChecked();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
  expect(change).not.toHaveBeenCalled();
  await expect.element(chosen).toBeChecked();
  await userEvent.keyboard("{Enter}");
  expect(change.mock.calls).toEqual([["1"]]);
  await expect.element(page.getByRole("radiogroup")).not.toBeInTheDocument();
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveTextContent("Site 1");
  await field.click();
  await page.getByRole("searchbox").fill("site 39");
  await userEvent.keyboard("{Enter}");
  await expect.element(field).toHaveTextContent("Site 39");
  expect(submit).not.toHaveBeenCalled();
});

test("a long list is cut, but has what is chosen; pressing that closes the list", async () => {
  render(<One items={items} start="39" onChange={() => {}} />);
  await field.click();
  await expect.element(page.getByText("Type to find more")).toBeVisible();
  await expect.element(page.getByRole("radio", { name: "Site 38" })).not.toBeInTheDocument();
  await page.getByRole("radio", { name: "Site 39" }).click();
  await expect.element(page.getByRole("radiogroup")).not.toBeInTheDocument();
});

test("what is chosen has its name while the items are loading, and is offered if they lack it", async () => {
  const close = render(<One start="old" onChange={() => {}} />);
  await expect.element(field).toHaveTextContent("Old site");
  await field.click();
  await expect.element(page.getByText("Loading...")).toBeVisible();
  close();
  render(<One items={items} start="old" onChange={() => {}} />);
  await field.click();
  await expect.element(page.getByRole("radio", { name: "Old site" })).toBeChecked();
});

test("several are ticked one after the other, by keyboard, and removed by their buttons", async () => {
  function Many() {
    const [value, setValue] = useState<string[]>(["7"]);
    return <PickerChips label="Sites" action="Add a site" items={items} value={value} onChange={setValue} />;
  }
  render(<Many />);
  await page.getByRole("button", { name: "Add a site" }).click();
  await userEvent.keyboard("{ArrowDown}{Enter}{ArrowDown} {Escape}");
  await page.getByRole("button", { name: "Remove Site 7" }).click();
  await expect.element(page.getByRole("group", { name: "Sites" })).toMatchTextContent(/^Site 0Site 1Add a site/);
});

test("neither the label of an item nor what is beside it is cut to nothing by the other", async () => {
  const long = "the terminal at the north end of the harbor ".repeat(3);
  render(<PickerField label="Site" items={[{ id: "1", label: long, about: long }]} value="" onChange={() => {}} />);
  await field.click();
  const parts = elementsIn(page.getByRole("radiogroup"), "label > span");
  await expect.poll(() => parts.map(({ clientWidth }) => clientWidth > 60)).toEqual([true, true]);
});

test("a list whose items could not be loaded says why", async () => {
  render(<PickerField label="Site" items={new CallFailure(503, "No database.")} value="" onChange={() => {}} />);
  await field.click();
  await expect.element(page.getByText("Loading failed. No database.")).toBeVisible();
});
