import { wholeNumber } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { sampleOutcome, serveBulkActs } from "../../../test/fake-bulk-acts.ts";
import { onlineStation, startFakeConsole } from "../../../test/fake-console.ts";
import { dialog } from "../../../test/find.ts";
import { openConsole } from "../../../test/open-console.tsx";

const bar = page.getByRole("region", { name: "Selected stations" });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const nameOf = (nth: number) => `gc-${String(nth).padStart(12, "0")}`;

/** Opens the list, and selects all its stations. */
async function selectStations(count: number) {
  const stations = Array.from({ length: count }, (_, index) =>
    onlineStation({ name: nameOf(index + 1), serial_number: `Atlas 000${index + 1}`, location: null }),
  );
  const acts = serveBulkActs(startFakeConsole({ stations }));
  openConsole("/?stations-type=");
  await button("Select").click();
  await bar.getByRole("button", { name: `Select all ${wholeNumber(count)} of this filter` }).click();
  return { acts };
}

test("what was changed since an act stays when it is undone, which is a warning with a way to see why", async () => {
  const { acts } = await selectStations(2);
  await bar.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Retire" }).click();
  await dialog().getByRole("button", { name: "Retire 2 Stations" }).click();
  await dialog()
    .getByRole("button", { name: /Are You Sure/ })
    .click();
  await expect.element(button("Undo")).toBeVisible();
  const [act] = acts;
  if (!act) throw new Error("No act has begun.");
  act.stations = [
    sampleOutcome(nameOf(1), "done"),
    sampleOutcome(nameOf(2), "kept", { reason: { code: "changed", at: null } }),
  ];
  await button("Undo").click();
  const alert = page.getByRole("alert").filter({ hasText: "1 of 2 was changed since and stays." });
  await alert.getByRole("button", { name: "Show What Happened" }).click();
  await expect.element(dialog()).toMatchTextContent(/Somebody has changed it since\./);
});

test("images that failed are a warning, and Recent Acts says how many", async () => {
  const { acts } = await selectStations(1);
  await bar.getByRole("button", { name: "Take New Images" }).click();
  await dialog().getByRole("button", { name: "Begin on 1 Station" }).click();
  await expect.element(dialog()).toMatchTextContent(/Recent Acts shows how it ended/);
  const [act] = acts;
  if (!act) throw new Error("No act has begun.");
  act.stations = [sampleOutcome(nameOf(1), "failed")];
  await expect.element(page.getByRole("alert")).toMatchTextContent(/0 stations took new images\. 1 failed\./);
  await dialog().getByRole("button", { name: "Close", exact: true }).first().click();
  await button("Recent Acts").click();
  await expect
    .element(page.getByRole("menuitem"))
    .toMatchTextContent(/Take New Images, lights on, 1 station, 1 failed$/);
});

test("images are not begun on more stations than one act may have", async () => {
  await selectStations(2_001);
  await bar.getByRole("button", { name: "Take New Images" }).click();
  await expect.element(dialog()).toMatchTextContent(/At most 2,000 stations at once\./);
  await expect.element(dialog().getByRole("button", { name: "Begin on 2,001 Stations" })).toBeDisabled();
});
