import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { admin, startFakeConsole } from "../../test/fake-console.ts";
import { numberedStations } from "../../test/fake-stations.ts";
import { render } from "../../test/render.tsx";
import { makeQueryClient } from "../data/query-client.ts";
import type { Choices } from "./picker-list.tsx";
import { useStationChoices } from "./station-picker.tsx";

test("the stations to choose from are not put together again with each letter that is typed", async () => {
  startFakeConsole({ stations: numberedStations(3) });
  const client = makeQueryClient();
  onTestFinished(() => client.clear());
  const rendered: Choices[] = [];
  function Form() {
    const [text, setText] = useState("");
    rendered.push(useStationChoices(admin).items);
    return <input aria-label="Text" value={text} onChange={({ target }) => setText(target.value)} />;
  }
  render(
    <QueryClientProvider client={client}>
      <Form />
    </QueryClientProvider>,
  );
  await expect.poll(() => rendered.at(-1)).toHaveLength(3);
  const items = rendered.at(-1);
  const { length: before } = rendered;
  await page.getByRole("textbox", { name: "Text" }).fill("a");
  await expect.poll(() => rendered.length).toBeGreaterThan(before);
  expect(rendered.at(-1)).toBe(items);
});
