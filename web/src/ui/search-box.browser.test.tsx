import { useState } from "react";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { stoppedClock } from "../../test/clock.ts";
import { render } from "../../test/render.tsx";
import { SearchBox } from "./search-box.tsx";

const box = page.getByRole("searchbox", { name: "Search" });

/** A search box on a page that someone can also search by a link; every search is added to `searches`. */
function Page({ searches }: { searches: string[] }) {
  const [search, setSearch] = useState("");
  function handleSearch(text: string) {
    searches.push(text);
    setSearch(text);
  }
  return (
    <>
      <SearchBox value={search} help="Searches the name." onChange={handleSearch} />
      <button onClick={() => setSearch("from a link")}>Follow</button>
      <output>{search}</output>
    </>
  );
}

/** Shows the box with a clock that moves only when the test moves it. */
async function openBox() {
  const searches: string[] = [];
  render(<Page searches={searches} />);
  await expect.element(box).toBeVisible();
  return { searches, clock: stoppedClock() };
}

describe("a search", () => {
  // @spec 308.1
  test("starts 300 ms after the last key", async () => {
    const { searches, clock } = await openBox();
    await box.click();
    await userEvent.keyboard("atl");
    await clock.pass(299);
    await userEvent.keyboard("a");
    await clock.pass(299);
    expect(searches).toEqual([]);
    await clock.pass(1);
    expect(searches).toEqual(["atla"]);
    await clock.pass(1_000);
    expect(searches).toEqual(["atla"]);
  });

  test("starts at once on Enter, and is not repeated after the pause", async () => {
    const { searches, clock } = await openBox();
    await box.fill("atlas");
    await userEvent.keyboard("{Enter}");
    expect(searches).toEqual(["atlas"]);
    await clock.pass(1_000);
    expect(searches).toEqual(["atlas"]);
  });

  test("does not run when the text is back to what it was", async () => {
    const { searches, clock } = await openBox();
    await box.click();
    await userEvent.keyboard("a{Backspace}");
    await clock.pass(1_000);
    expect(searches).toEqual([]);
  });

  test("that comes from a link replaces the text, and what was typed before is not searched", async () => {
    const { searches, clock } = await openBox();
    await box.fill("atl");
    await page.getByRole("button", { name: "Follow" }).click();
    await expect.element(box).toHaveValue("from a link");
    await clock.pass(1_000);
    expect(searches).toEqual([]);
    await expect.element(page.getByRole("status")).toHaveTextContent("from a link");
  });
});
