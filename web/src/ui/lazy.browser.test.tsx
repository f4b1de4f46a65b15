import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "../../test/render.tsx";
import { lazyPanel, useCodeWhenIdle } from "./lazy.tsx";

test("code for later is loaded once the page has been left alone for a while, and only once", async () => {
  const load = vi.fn<() => Promise<ComponentType>>(async () => () => <p>The map</p>);
  const parts = [lazyPanel(load)];
  const [Panel] = parts;
  function Page({ isShown }: { isShown: boolean }) {
    useCodeWhenIdle(parts);
    return isShown && Panel ? <Panel /> : <p>The list</p>;
  }
  const client = new QueryClient();
  const show = (isShown: boolean) =>
    render(
      <QueryClientProvider client={client}>
        <Page isShown={isShown} />
      </QueryClientProvider>,
    );
  const close = show(false);
  await expect.element(page.getByText("The list")).toBeVisible();
  expect(load).not.toHaveBeenCalled();
  await expect.poll(() => load.mock.calls.length, { timeout: 15_000 }).toBe(1);
  close();
  show(true);
  await expect.element(page.getByText("The map")).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});
