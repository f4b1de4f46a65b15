import type { Endpoint } from "@groundcrew/shared/contract";
import { addMyDevice } from "@groundcrew/shared/notifications";
import { openStream } from "@groundcrew/shared/streams";
import { expect, test } from "vitest";
import { page, type Locator } from "vitest/browser";
import { doubleForms, type DoubleForm } from "../../test/double-forms.ts";
import { moreDoubleForms } from "../../test/more-double-forms.ts";
import { startFakeConsole } from "../../test/fake-console.ts";
import type { FakeServer } from "../../test/fake-server.ts";
import { openConsole } from "../../test/open-console.tsx";

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

/** Drops the first response, after the server has done what was requested. */
function dropFirstResponse(): () => Promise<void> {
  let isDropped = false;
  return async () => {
    if (isDropped) return;
    isDropped = true;
    throw new TypeError("Failed to fetch");
  };
}

const forms = { ...doubleForms, ...moreDoubleForms };

/** Calls without a form: a device is added by a press that the browser has to permit, and a view opens its stream by itself. */
const WITHOUT_FORM = [addMyDevice, openStream].map(({ name }) => name);

test("each call that creates something has a form here, unless it has none", () => {
  const modules = import.meta.glob<object>("../../../shared/src/*/*api.ts", { eager: true });
  const exported = Object.values(modules).flatMap((module): unknown[] => Object.values(module));
  const creating = exported.filter(isCreating);
  expect(creating.length).toBeGreaterThan(20);
  const tested = new Set([...Object.values(forms).map(({ endpoint }) => endpoint.name), ...WITHOUT_FORM]);
  expect(creating.map(({ name }) => name).filter((name) => !tested.has(name))).toEqual([]);
});

function isCreating(exported: unknown): exported is Endpoint {
  return typeof exported === "object" && exported !== null && "idempotencyKey" in exported;
}

/** After a lost response these load their data again, or close: they no longer offer what was already done. */
const WITHOUT_RETRY = new Set([
  "Attach Errors",
  "New Secret",
  "Resolve All",
  "Merge groups",
  "Unarchive groups",
  "Usual Rules",
]);

test.each(Object.entries(forms))(
  "%s is sent once by two clicks before anything is rendered again, and another one until it is answered",
  async (_, form) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { server, send, sent } = await openForm(form, () => released);
    await expect.element(send).toBeVisible();
    const element = send.element();
    const click = () => element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    click();
    click();
    await expect.poll(() => sent().length).toBe(1);
    click();
    release();
    await expect.poll(() => server.pending()).toBe(0);
    expect(sent()).toHaveLength(1);
  },
);

const retried = Object.entries(forms).filter(([name]) => !WITHOUT_RETRY.has(name));

test.each(retried)(
  "%s claims no failure when its response was lost, and is sent again as the same request",
  async (_, form) => {
    const { server, send, sent } = await openForm(form, dropFirstResponse());
    await send.click();
    await expect.poll(() => sent().length).toBe(1);
    await expect.poll(() => server.pending()).toBe(0);
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

test("errors that were attached although the response was lost are not offered again", async () => {
  const { "Attach Errors": form } = doubleForms;
  if (!form) throw new Error("There is no form that attaches errors.");
  const { server, send, sent } = await openForm(form, dropFirstResponse());
  await send.click();
  await expect.poll(() => sent().length).toBe(1);
  await expect.poll(() => server.pending()).toBe(0);
  await expect.element(send).not.toHaveAttribute("aria-busy");
  await expect.element(send).toBeDisabled();
});
