import { changeOwnership } from "@groundcrew/shared/ownership";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { sampleGroup } from "../../../../shared/test/sample-group.ts";
import { startFakeConsole } from "../../../test/fake-console.ts";
import { serveGroups } from "../../../test/fake-groups.ts";
import { ownedBy } from "../../../test/fake-ownership.ts";
import { dialog } from "../../../test/find.ts";
import { openConsole } from "../../../test/open-console.tsx";

const box = (id: number) => page.getByRole("checkbox", { name: new RegExp(`^Select group ${id}:`) });

// @spec R6.11
test("selected groups are assigned to a person, after the dialog has said who owns them; one that somebody changed meanwhile stays", async () => {
  const owned = sampleGroup({ id: 7, owner: ownedBy(2) });
  const server = startFakeConsole();
  const known = serveGroups(server, [owned, sampleGroup({ id: 8 }), sampleGroup({ id: 9 })]);
  openConsole("/supportlog/triage/groups");
  for (const id of [7, 8, 9]) await box(id).click();
  await page.getByRole("region", { name: "Selected groups" }).getByRole("button", { name: "Assign…" }).click();
  await expect.element(dialog()).toMatchTextContent(/1 is owned by Lee Tran now\./);
  await dialog().getByRole("combobox", { name: "Owner" }).click();
  await page.getByRole("radio", { name: /Kari Nilsen/ }).click();
  known.set(8, sampleGroup({ id: 8, owner: ownedBy(2, { rev: 5 }) }));
  await dialog().getByRole("textbox", { name: "Note" }).fill("From the night shift");
  await dialog().getByRole("button", { name: "Assign 3 Groups" }).click();
  await expect.element(page.getByText("Assigned 2 groups")).toBeVisible();
  await expect.element(page.getByText("Group 8 changed meanwhile, and stays as before.")).toBeVisible();
  expect([7, 8, 9].map((id) => known.get(id)?.owner?.owner_id)).toEqual([1, 2, 1]);
  expect(server.requestsTo(changeOwnership)[0]?.body).toMatchObject({ act: "assign", note: "From the night shift" });
});
