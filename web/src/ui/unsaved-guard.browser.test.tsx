import { createHashHistory, createRootRoute, createRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { useState } from "react";
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "../../test/render.tsx";
import { Button } from "./button.tsx";
import { UnsavedGuard } from "./unsaved-guard.tsx";

/** A form with unsaved changes, which are saved from elsewhere. */
function Form() {
  const [isUnsaved, setUnsaved] = useState(true);
  return (
    <>
      <p>The form</p>
      {isUnsaved && <UnsavedGuard isUnsaved sentence="The form has unsaved changes." />}
      <Button onClick={() => setUnsaved(false)}>Save</Button>
    </>
  );
}

/** Opens the form after a list, with the addresses of a browser. */
async function openForm() {
  const { hash: before } = window.location;
  const rootRoute = createRootRoute();
  const routeTree = rootRoute.addChildren([
    createRoute({ getParentRoute: () => rootRoute, path: "/list", component: () => <p>The list</p> }),
    createRoute({ getParentRoute: () => rootRoute, path: "/form", component: Form }),
  ]);
  window.location.hash = "#/list";
  const history = createHashHistory();
  onTestFinished(() => {
    history.destroy();
    window.location.hash = before;
  });
  render(<RouterProvider router={createRouter({ routeTree, history })} />);
  await expect.element(page.getByText("The list")).toBeVisible();
  history.push("/form");
  await expect.element(page.getByText("The form")).toBeVisible();
}

const question = page.getByRole("dialog", { name: "Unsaved Changes" });

test("a question about changes that are saved meanwhile ends, and the page stays, with its address", async () => {
  await openForm();
  window.history.back();
  await expect.element(question).toBeVisible();
  expect(window.location.hash).toBe("#/list");
  const save = document.querySelector<HTMLElement>("p ~ button");
  save?.click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.poll(() => window.location.hash).toBe("#/form");
  await expect.element(page.getByText("The form")).toBeVisible();
  window.history.back();
  await expect.element(page.getByText("The list")).toBeVisible();
});
