import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { z } from "zod";
import { useForm } from "../../lib/index.ts";
import { CallFailure, errorSentence } from "./failure.ts";
import { useServerMutation } from "./use-server-mutation.ts";

const schema = z.object({ name: z.string().min(1, "Enter a name.") });

/** A write that is running: the name and key it was submitted with, and how to end it. */
type RunningWrite = { name: string; key: string; succeed: () => void; fail: (error: Error) => void };

function TestForm({ onRun }: { onRun: (write: RunningWrite) => void }) {
  const form = useForm(schema, { name: "" });
  const save = useServerMutation({
    form,
    run: ({ name }: { name: string }, { once: key }) => {
      const { promise, resolve: succeed, reject: fail } = Promise.withResolvers<void>();
      onRun({ name, key, succeed, fail });
      return promise;
    },
    onSuccess: form.reset,
  });
  const { error: _, ...name } = form.text("name");
  return (
    <form onSubmit={form.submit((entered) => save.mutate(entered))}>
      <input aria-label="Name" {...name} />
      {save.error && <p role="alert">{errorSentence(save.error)}</p>}
      <button type="submit">{save.isPending ? "Saving" : "Save"}</button>
    </form>
  );
}

const name = page.getByRole("textbox", { name: "Name" });
const button = page.getByRole("button");
const alert = page.getByRole("alert");

/** Renders the form, and returns the writes that it has started. */
function renderForm(): RunningWrite[] {
  const element = document.createElement("div");
  document.body.append(element);
  const root = createRoot(element);
  onTestFinished(() => {
    root.unmount();
    element.remove();
  });
  const writes: RunningWrite[] = [];
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <TestForm onRun={(write) => writes.push(write)} />
    </QueryClientProvider>,
  );
  return writes;
}

test("a form is submitted once, however often its button is pressed", async () => {
  const writes = renderForm();
  await name.fill("Pad");
  const element = button.element();
  element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  await expect.element(button).toHaveTextContent("Saving");
  await button.dblClick();
  expect(writes.map((write) => write.name)).toEqual(["Pad"]);
  writes[0]?.succeed();
  await expect.element(name).toHaveValue("");
});

test("a form whose write failed keeps its input and can be submitted again", async () => {
  const writes = renderForm();
  await name.fill("Pad");
  await button.click();
  writes[0]?.fail(new CallFailure(409, "This name is taken."));
  await expect.element(alert).toHaveTextContent("This name is taken.");
  await expect.element(name).toHaveValue("Pad");
  await name.fill("Pad 2");
  await button.click();
  await expect.element(alert).not.toBeInTheDocument();
  writes[1]?.succeed();
  await expect.element(name).toHaveValue("");
  expect(writes.map((write) => write.name)).toEqual(["Pad", "Pad 2"]);
});

test.each([
  ["the same write when its response was lost", null, true],
  ["the same write when the session had ended", 401, true],
  ["the same write when the server failed", 503, true],
  ["a new write when it was refused", 409, false],
])("the next attempt is %s", async (_, status, isSame) => {
  const writes = renderForm();
  await name.fill("Pad");
  await button.click();
  writes[0]?.fail(new CallFailure(status, "It failed."));
  const shown =
    status === null
      ? "No answer from the server. The change may have been saved. It failed. Check before trying again."
      : "It failed.";
  await expect.element(alert).toHaveTextContent(shown);
  await button.click();
  await expect.poll(() => writes.length).toBe(2);
  expect(writes[1]?.key === writes[0]?.key).toBe(isSame);
  writes[1]?.succeed();
  await expect.element(name).toHaveValue("");
});

test("a form that was saved is submitted as a new write", async () => {
  const writes = renderForm();
  for (const text of ["Pad", "Roof"]) {
    await name.fill(text);
    await button.click();
    await expect.element(button).toHaveTextContent("Saving");
    writes.at(-1)?.succeed();
    await expect.element(button).toHaveTextContent("Save");
    await expect.element(name).toHaveValue("");
  }
  expect(writes.map((write) => write.name)).toEqual(["Pad", "Roof"]);
  expect(writes[1]?.key).not.toBe(writes[0]?.key);
});
