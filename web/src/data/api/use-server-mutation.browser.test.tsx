import { listSupportLogTags, listSupportLogEntries, createSupportLogTag } from "@groundcrew/shared/support-log";
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { z } from "zod";
import { fakeClock } from "../../../test/clock.ts";
import { render } from "../../../test/render.tsx";
import { useForm } from "../../lib/index.ts";
import { CallFailure, errorSentence } from "./failure.ts";
import { serverQuery } from "./queries.ts";
import { useServerMutation } from "./use-server-mutation.ts";
import { recordWrite } from "./writes.ts";

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

type Loaded = "tags" | "entries";

type DisplayProps = {
  isForm: boolean;
  isRefused: boolean;
  onLoad: (what: Loaded) => Promise<void>;
  onEnd: (how: string) => void;
};

/** A button that creates a tag, beside the tags and the entries. Only the tags belong to its form, if it says so. */
function Display({ isForm, isRefused, onLoad, onEnd }: DisplayProps) {
  const { queryKey: tags, meta } = serverQuery(listSupportLogTags, { query: {} });
  const { queryKey: entries } = serverQuery(listSupportLogEntries, { query: {} });
  useQuery({ queryKey: tags, meta, queryFn: async () => (await onLoad("tags"), 1) });
  useQuery({ queryKey: entries, meta, queryFn: async () => (await onLoad("entries"), 1) });
  const create = useServerMutation({
    ...(isForm && { shows: [listSupportLogTags] }),
    run: async () => {
      recordWrite(createSupportLogTag, {});
      if (isRefused) throw new CallFailure(409, "This name is taken.");
    },
    onSuccess: () => onEnd("saved"),
    onError: () => onEnd("refused"),
  });
  return <button onClick={() => create.mutate()}>{create.isPending ? "Creating" : "Create"}</button>;
}

/** Creates a tag. What is loaded afterwards is answered by `answer`. */
async function createTag({ isForm = false, isRefused = false }) {
  const answers: Partial<Record<Loaded, () => void>> = {};
  const events: string[] = [];
  let isWritten = false;
  const onLoad = async (what: Loaded) => {
    if (!isWritten) return;
    events.push(`loading ${what}`);
    await new Promise<void>((resolve) => (answers[what] = resolve));
  };
  const client = new QueryClient();
  onTestFinished(() => client.clear());
  render(
    <QueryClientProvider client={client}>
      <Display {...{ isForm, isRefused, onLoad }} onEnd={(how) => void events.push(how)} />
    </QueryClientProvider>,
  );
  await expect.poll(() => client.getQueriesData({}).map(([, data]) => data)).toEqual([1, 1]);
  isWritten = true;
  await button.click();
  return { events, answer: (what: Loaded) => answers[what]?.() };
}

test("a form that says what it shows waits for that, however long it takes, and not for the rest of the page", async () => {
  const clock = fakeClock();
  const { events, answer } = await createTag({ isForm: true });
  await expect.poll(() => events).toEqual(["loading tags"]);
  await clock.pass(9_000);
  expect(events).toEqual(["loading tags"]);
  await expect.element(button).toHaveTextContent("Creating");
  answer("tags");
  await expect.element(button).toMatchTextContent(/^Create$/);
  expect(events).toEqual(["loading tags", "saved", "loading entries"]);
});

test("a write is pending until what it changed is displayed, and prevents another one for two seconds at most", async () => {
  const clock = fakeClock();
  const { events, answer } = await createTag({});
  const once = ["saved", "loading tags", "loading entries"];
  await expect.poll(() => events).toEqual(once);
  answer("tags");
  await clock.pass(1_000);
  await button.click();
  await clock.pass(2_000);
  expect(events).toEqual(once);
  await expect.element(button).toHaveTextContent("Creating");
  await button.click();
  await expect.poll(() => events).toEqual([...once, ...once]);
  answer("tags");
  answer("entries");
  await expect.element(button).toMatchTextContent(/^Create$/);
});

test("a form that was refused says so after two seconds at most, since it keeps its input", async () => {
  const clock = fakeClock();
  const { events } = await createTag({ isForm: true, isRefused: true });
  await expect.poll(() => events).toEqual(["loading tags"]);
  await clock.pass(1_000);
  expect(events).toEqual(["loading tags"]);
  await clock.pass(1_000);
  await expect.poll(() => events).toEqual(["loading tags", "refused", "loading entries"]);
  await expect.element(button).toMatchTextContent(/^Create$/);
});
