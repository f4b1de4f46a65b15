import { createRoot } from "react-dom/client";
import { describe, expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { z } from "zod";
import { DraftOwner } from "./drafts.ts";
import { isUnsafeToReload } from "./unsafe-to-reload.ts";
import { useForm } from "./use-form.ts";

const schema = z.object({
  name: z.string().min(1, "Enter a name."),
  password: z.string().max(5, "At most 5 characters."),
  isActive: z.boolean(),
});
type Values = z.output<typeof schema>;

const saved: Values = { name: "Roof", password: "", isActive: false };

type TestFormProps = { initial: Values; onReady: (values: Values) => void };

/** A form with each kind of field; a button beside it shows an error of the server at the name. */
function TestForm({ initial, onReady }: TestFormProps) {
  const form = useForm(schema, initial, { draft: "test", secret: "password" });
  const { error: nameError, ...name } = form.text("name");
  const { error: passwordError, ...password } = form.text("password");
  const { onChange: handleActive, ...isActive } = form.check("isActive");
  return (
    <form onSubmit={form.submit(onReady)}>
      {/* Above the fields, so that an error that appears does not move a button that is being pressed. */}
      <button type="submit">Save</button>
      <button type="button" onClick={form.reset}>
        Reset
      </button>
      <button type="button" onClick={() => form.setError("name", "This name is taken.")}>
        Refuse
      </button>
      <button type="button" onClick={() => form.keep("name")}>
        Keep
      </button>
      <button type="button" onClick={() => form.drop("name")}>
        Drop
      </button>
      <input aria-label="Name" aria-invalid={nameError ? true : undefined} {...name} />
      <p>{nameError}</p>
      <input aria-label="Password" aria-invalid={passwordError ? true : undefined} {...password} />
      <p>{passwordError}</p>
      <input
        type="checkbox"
        aria-label="Active"
        onChange={({ target }) => handleActive(target.checked)}
        {...isActive}
      />
      <output aria-label="State">{`changed: ${form.changed.join()}; conflicts: ${form.conflicts.join()}`}</output>
    </form>
  );
}

const name = page.getByRole("textbox", { name: "Name" });
const password = page.getByRole("textbox", { name: "Password" });
const state = page.getByRole("status", { name: "State" });
const press = (label: string) => page.getByRole("button", { name: label }).click();

/** Renders the form, and returns what was submitted so far, and functions that change or remove the form. */
function renderForm(owner = "kari@harbor.example") {
  const element = document.createElement("div");
  document.body.append(element);
  const root = createRoot(element);
  const submitted: Values[] = [];
  const render = (initial: Values) =>
    root.render(
      <DraftOwner value={owner}>
        <TestForm initial={initial} onReady={(values) => submitted.push(values)} />
      </DraftOwner>,
    );
  render(saved);
  onTestFinished(() => {
    root.unmount();
    element.remove();
  });
  return { submitted, load: render, close: () => root.unmount() };
}

describe("a form's errors", () => {
  test("a field shows its error once it was edited and left, and no longer once it is valid", async () => {
    renderForm();
    await name.fill("");
    expect(page.getByText("Enter a name.").elements()).toEqual([]);
    await userEvent.keyboard("{Tab}");
    await expect.element(page.getByText("Enter a name.")).toBeVisible();
    await name.fill("Pad");
    await expect.element(page.getByText("Enter a name.")).not.toBeInTheDocument();
  });

  test("a field that was left without an edit shows no error", async () => {
    const { load } = renderForm();
    load({ ...saved, name: "" });
    await name.click();
    await userEvent.keyboard("{Tab}");
    await expect.element(password).toHaveFocus();
    expect(page.getByText("Enter a name.").elements()).toEqual([]);
  });

  test("submitting invalid input shows the errors of all fields, focuses the first one and sends nothing", async () => {
    const { submitted } = renderForm();
    await password.fill("too long");
    await name.fill("");
    await press("Save");
    await expect.element(page.getByText("Enter a name.")).toBeVisible();
    await expect.element(page.getByText("At most 5 characters.")).toBeVisible();
    await expect.element(name).toHaveFocus();
    expect(submitted).toEqual([]);
  });

  test("an error of the server is shown at its field until the field is edited", async () => {
    renderForm();
    await name.fill("Pad");
    await press("Refuse");
    await expect.element(page.getByText("This name is taken.")).toBeVisible();
    await password.fill("12345");
    await expect.element(page.getByText("This name is taken.")).toBeVisible();
    await name.fill("Pad 2");
    await expect.element(page.getByText("This name is taken.")).not.toBeInTheDocument();
  });
});

describe("a form's edits", () => {
  test("are submitted together with the values that were not changed, and stay until they are reset", async () => {
    const { submitted } = renderForm();
    await name.fill("Pad");
    await page.getByRole("checkbox", { name: "Active" }).click();
    await expect.element(state).toHaveTextContent("changed: name,isActive; conflicts:");
    await press("Save");
    expect(submitted).toEqual([{ name: "Pad", password: "", isActive: true }]);
    await expect.element(name).toHaveValue("Pad");
    expect(isUnsafeToReload()).toBe(true);
    await press("Reset");
    await expect.element(name).toHaveValue("Roof");
    await expect.element(state).toHaveTextContent("changed: ; conflicts:");
    expect(isUnsafeToReload()).toBe(false);
  });

  test("are gone with their errors after a reset", async () => {
    renderForm();
    await name.fill("");
    await press("Save");
    await expect.element(page.getByText("Enter a name.")).toBeVisible();
    await press("Reset");
    await name.fill("");
    expect(page.getByText("Enter a name.").elements()).toEqual([]);
  });

  test("stay when the saved values change, and conflict with a new value of the same field", async () => {
    const { load } = renderForm();
    await name.fill("Pad");
    load({ ...saved, password: "new" });
    await expect.element(password).toHaveValue("new");
    await expect.element(state).toHaveTextContent("changed: name; conflicts:");
    load({ ...saved, name: "Door" });
    await expect.element(state).toHaveTextContent("changed: name; conflicts: name");
    await expect.element(name).toHaveValue("Pad");
    await press("Keep");
    await expect.element(state).toHaveTextContent("changed: name; conflicts:");
    await press("Drop");
    await expect.element(name).toHaveValue("Door");
  });

  test("survive a reload of the page, without the secret field", async () => {
    const { close } = renderForm();
    await name.fill("Pad");
    await password.fill("12345");
    close();
    renderForm();
    await expect.element(name).toHaveValue("Pad");
    await expect.element(password).toHaveValue("");
  });

  test("are not restored after a reset, nor for another user", async () => {
    const { close } = renderForm();
    await name.fill("Pad");
    close();
    const { close: closeOther } = renderForm("ola@harbor.example");
    await expect.element(name).toHaveValue("Roof");
    closeOther();
    const { close: closeAgain } = renderForm();
    await expect.element(name).toHaveValue("Pad");
    await press("Reset");
    closeAgain();
    renderForm();
    await expect.element(name).toHaveValue("Roof");
  });
});
