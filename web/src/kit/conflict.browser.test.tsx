import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "../../test/render.tsx";
import { CallFailure } from "../data/api/index.ts";
import { useEdited } from "./conflict.tsx";

/** An item that is edited, which others save with the first button, while the server refuses with the second. */
function Edited() {
  const [rev, setRev] = useState(1);
  const edited = useEdited(useItem(rev), true);
  return (
    <>
      <button onClick={() => setRev(rev + 1)}>Saved by others</button>
      <button onClick={() => edited.onError(new CallFailure(412, "Someone else has changed it."))}>Refused</button>
      <output>{`${edited.hasConflict ? `changed from ${edited.before.rev} to ${edited.after.rev}, ` : ""}saves ${edited.rev}`}</output>
    </>
  );
}

/** An item that is made again in each render and is not edited, or that is not there any more. */
function Changing({ hasInput, isRefused }: { hasInput: boolean; isRefused: boolean }) {
  const [isGone, setGone] = useState(false);
  const edited = useEdited(isGone ? null : { rev: 1 }, hasInput);
  return (
    <>
      <button
        onClick={() => {
          if (isRefused) edited.onError(new CallFailure(412, "Someone else has deleted it."));
          setGone(isRefused);
        }}
      >
        Change
      </button>
      <output>{`saves ${edited.rev}`}</output>
    </>
  );
}

test.each([
  ["an item that is made again in each render", { hasInput: false, isRefused: false }],
  ["an item that was deleted while it was edited", { hasInput: true, isRefused: true }],
])("%s is kept as it was", async (_, props) => {
  render(<Changing {...props} />);
  await page.getByRole("button", { name: "Change" }).click();
  await expect.element(page.getByRole("status")).toHaveTextContent("saves 1");
});

function useItem(rev: number): { rev: number } {
  const [items] = useState(() => new Map<number, { rev: number }>());
  const item = items.get(rev) ?? { rev };
  items.set(rev, item);
  return item;
}

test("what was saved while the notice of an earlier revision is read is not overwritten, but named after the next refusal", async () => {
  render(<Edited />);
  const state = page.getByRole("status");
  const saved = page.getByRole("button", { name: "Saved by others" });
  const refused = page.getByRole("button", { name: "Refused" });
  await expect.element(state).toHaveTextContent("saves 1");
  await saved.click();
  await expect.element(state).toHaveTextContent("saves 1");
  await refused.click();
  await expect.element(state).toHaveTextContent("changed from 1 to 2, saves 2");
  await saved.click();
  await expect.element(state).toHaveTextContent("changed from 1 to 2, saves 2");
  await refused.click();
  await expect.element(state).toHaveTextContent("changed from 2 to 3, saves 3");
});
