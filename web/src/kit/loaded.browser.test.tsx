import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "../../test/render.tsx";
import { CallFailure } from "../data/api/index.ts";
import { Button, UnsavedGuard } from "../ui/index.ts";
import { makeQueryClient } from "../data/query-client.ts";
import { startFakeConsole } from "../../test/fake-console.ts";
import { Loaded, NoMatches } from "./loaded.tsx";
import { DetailPage, PageHead } from "./page.tsx";

const missing = { sentence: "There is no such rule." };
const refetch = async () => undefined;

/** A page of something that someone else deletes. */
function DeletablePage() {
  const [error, setError] = useState<Error | null>(null);
  const query = { data: "Offline", error, isFetching: false, refetch };
  return (
    <>
      <Button onClick={() => setError(new CallFailure(404, "There is no such rule."))}>Delete</Button>
      <DetailPage name="Rule" query={query} content="the rule" missing={missing}>
        {(name) => <PageHead name={name} />}
      </DetailPage>
    </>
  );
}

test("the page of what is deleted while it is displayed has a title of the window", async () => {
  startFakeConsole();
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <Suspense>
        <DeletablePage />
      </Suspense>
    </QueryClientProvider>,
  );
  await expect.poll(() => document.title).toMatch(/^Offline · /);
  await page.getByRole("button", { name: "Delete" }).click();
  await expect.element(page.getByText("There is no such rule.")).toBeVisible();
  expect(document.title).toMatch(/^Rule · /);
});

/** Content that someone else deletes, perhaps while it is edited. */
function Deletable({ isUnsaved }: { isUnsaved: boolean }) {
  const [error, setError] = useState<Error | null>(null);
  return (
    <>
      <Button onClick={() => setError(new CallFailure(404, "There is no such rule."))}>Delete</Button>
      <Loaded query={{ data: "Offline", error, isFetching: false, refetch }} content="the rule" missing={missing}>
        {(name) => (
          <>
            <p>{name}</p>
            <UnsavedGuard isUnsaved={isUnsaved} sentence="The rule has unsaved changes." />
          </>
        )}
      </Loaded>
    </>
  );
}

test("what is deleted while it is displayed is no longer displayed", async () => {
  render(<Deletable isUnsaved={false} />);
  await page.getByRole("button", { name: "Delete" }).click();
  await expect.element(page.getByText("There is no such rule.")).toBeVisible();
  await expect.element(page.getByText("Offline")).not.toBeInTheDocument();
});

test("what is deleted while it is edited stays, so that nothing typed is lost", async () => {
  const routeTree = createRootRoute({ component: () => <Deletable isUnsaved /> });
  render(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() })} />);
  await page.getByRole("button", { name: "Delete" }).click();
  await expect.element(page.getByText("There is no such rule.")).toBeVisible();
  await expect.element(page.getByText("Offline")).toBeVisible();
});

test("a list without items is replaced by what is said of it, and only a list", async () => {
  const list = { error: null, isFetching: false, refetch };
  render(
    <>
      <Loaded query={{ ...list, data: [] }} content="the rules" empty={<p>No rules yet</p>}>
        {() => <p>The rules</p>}
      </Loaded>
      <Loaded query={{ ...list, data: [1] }} content="the channels" empty={<p>No channels yet</p>}>
        {(channels) => <p>{channels.length} channel</p>}
      </Loaded>
      <Loaded query={{ ...list, data: { length: 0 } }} content="the text" empty={<p>No text yet</p>}>
        {({ length }) => <p>{length} letters</p>}
      </Loaded>
    </>,
  );
  await expect.element(page.getByText("No rules yet")).toBeVisible();
  await expect.element(page.getByText("1 channel")).toBeVisible();
  await expect.element(page.getByText("0 letters")).toBeVisible();
  await expect.element(page.getByText(/The rules|No channels yet|No text yet/)).not.toBeInTheDocument();
});

/** A list whose view leaves out all items until its filters are cleared. */
function Narrowed() {
  const [isNarrowed, setNarrowed] = useState(true);
  const empty = (
    <NoMatches of="rules" view={{ isNarrowed, clear: () => setNarrowed(false) }}>
      <p>No rules yet</p>
    </NoMatches>
  );
  const query = { data: { rules: [] }, error: null, isFetching: false, refetch };
  return (
    <Loaded query={query} content="the rules" isEmpty empty={empty}>
      {() => <p>The rules</p>}
    </Loaded>
  );
}

test("a narrowed list without items says that nothing matches, and is cleared", async () => {
  render(<Narrowed />);
  await expect.element(page.getByText("No matching rules")).toBeVisible();
  await page.getByRole("button", { name: "Clear Filters" }).click();
  await expect.element(page.getByText("No rules yet")).toBeVisible();
});
