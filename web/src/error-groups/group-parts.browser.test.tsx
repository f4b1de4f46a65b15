import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { sampleGroup } from "../../../shared/test/sample-group.ts";
import { render } from "../../test/render.tsx";
import { GroupTitle, StatePill } from "./index.ts";

test("a state has a word, and its reason in a tooltip", async () => {
  render(<StatePill group={sampleGroup({ state: "escalating", state_reason: "129 errors in 24 hours" })} />);
  await expect.element(page.getByTitle("129 errors in 24 hours")).toHaveTextContent("Escalating");
});

test("the placeholders of a title are part of its text", async () => {
  render(
    <h1>
      <GroupTitle title="Charger slot <n> did not answer within <n> s" />
    </h1>,
  );
  await expect.element(page.getByRole("heading", { name: "Charger slot n did not answer within n s" })).toBeVisible();
});
