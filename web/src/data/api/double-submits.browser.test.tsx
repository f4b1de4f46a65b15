import type { Endpoint } from "@groundcrew/shared/contract";
import { addMyDevice } from "@groundcrew/shared/notifications";
import { openStream } from "@groundcrew/shared/streams";
import { undoAct } from "@groundcrew/shared/undo";
import { expect, test } from "vitest";
import { page, type Locator } from "vitest/browser";
import { bulkDoubleForms } from "../../../test/bulk-double-forms.ts";
import { doubleForms, type DoubleForm } from "../../../test/double-forms.ts";
import { moreDoubleForms } from "../../../test/more-double-forms.ts";
import { startFakeConsole } from "../../../test/fake-console.ts";
import type { FakeServer } from "../../../test/fake-server.ts";
import { openConsole } from "../../../test/open-console.tsx";

/** Opens and fills a form. `respond` is called before each response. */
async function openForm(
  form: DoubleForm,
  respond: () => Promise<void>,
): Promise<{ server: FakeServer; send: Locator; sent: () => ReturnType<FakeServer["requestsTo"]> }> {
  const server = startFakeConsole();
  form.serve?.(server);
  server.beforeResponse(form.endpoint, respond);
  openConsole(form.path);
  return { server, send: await form.fill(), sent: () => server.requestsTo(form.endpoint) };
}

const forms = { ...doubleForms, ...moreDoubleForms, ...bulkDoubleForms };

/**
 * Calls without a form: a device is added by a press that the browser has to permit, a view opens its stream by itself, and a toast is closed by the press that
 * undoes an act.
 */
const WITHOUT_FORM = [addMyDevice, openStream, undoAct].map(({ name }) => name);

test("each call that creates something has a form here, unless it has none", () => {
  const modules = import.meta.glob<object>("../../../../shared/src/*/*api.ts", { eager: true });
  const exported = Object.values(modules).flatMap((module): unknown[] => Object.values(module));
  const creating = exported.filter(isCreating);
  expect(creating.length).toBeGreaterThan(20);
  const tested = new Set([...Object.values(forms).map(({ endpoint }) => endpoint.name), ...WITHOUT_FORM]);
  expect(creating.map(({ name }) => name).filter((name) => !tested.has(name))).toEqual([]);
});

function isCreating(exported: unknown): exported is Endpoint {
  return typeof exported === "object" && exported !== null && "idempotencyKey" in exported;
}

/** Its form stays open, and no longer offers what was attached. */
const ATTACHED = "Attach Errors";

/** After a lost response these load their data again, or close: they no longer offer what was already done. */
const WITHOUT_RETRY = new Set([
  ATTACHED,
  "New Secret",
  "Resolve All",
  "Merge groups",
  "Unarchive groups",
  "Recommended Rules",
  "Undo of Many",
  "Retry of Many",
  // Each takes two presses.
  "Move",
  "Retire",
]);

/**
 * Opens a form and presses its button: twice before anything is rendered again, and once more before the request is answered. Then the page
 * gets the response, or it is lost after the server has done what was requested.
 */
async function press(form: DoubleForm, end: "answered" | "lost") {
  const first = Promise.withResolvers<void>();
  let answers = 0;
  const { server, send, sent } = await openForm(form, async () => {
    answers += 1;
    if (answers === 1) await first.promise;
  });
  await expect.element(send).toBeVisible();
  const element = send.element();
  const click = () => element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  click();
  click();
  await expect.poll(() => sent().length).toBe(1);
  click();
  if (end === "lost") first.reject(new TypeError("Failed to fetch"));
  else first.resolve();
  await expect.poll(() => server.pending()).toBe(0);
  expect(sent()).toHaveLength(1);
  return { send, sent };
}

const all = Object.entries(forms);

test.each(all.filter(([name]) => WITHOUT_RETRY.has(name) && name !== ATTACHED))(
  "%s is sent once by two clicks before anything is rendered again, and another one until it is answered",
  async (_, form) => {
    const { sent } = await press(form, "answered");
    expect(sent()).toHaveLength(1);
  },
);

test.each(all.filter(([name]) => !WITHOUT_RETRY.has(name)))(
  "%s is sent once by three clicks, claims no failure when its response was lost, and is sent again as the same request",
  async (_, form) => {
    const { send, sent } = await press(form, "lost");
    const shown = page
      .getByText(/^No answer from the server\. The (change may have been saved|images may have been taken)\./)
      .first();
    await expect.element(shown).toBeVisible();
    await expect.element(page.getByText("Unable to contact the server").first()).toBeVisible();
    await expect.element(page.getByText(/failed|went wrong|not (saved|created|added)/iu)).not.toBeInTheDocument();
    await expect.element(send).not.toHaveAttribute("aria-busy");
    await send.click();
    await expect.poll(() => sent().length).toBe(2);
    const [first, second] = sent();
    expect(second).toMatchObject({ path: first?.path, body: first?.body });
    expect(second?.headers.get("idempotency-key")).toBe(first?.headers.get("idempotency-key"));
  },
);

test("errors are attached once by three clicks, and not offered again although the response was lost", async () => {
  const { [ATTACHED]: form } = forms;
  if (!form) throw new Error("There is no form that attaches errors.");
  const { send } = await press(form, "lost");
  await expect.element(send).not.toHaveAttribute("aria-busy");
  await expect.element(send).toBeDisabled();
});
