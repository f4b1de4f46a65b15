import { startMaintenance } from "@groundcrew/shared/maintenance";
import type { Station } from "@groundcrew/shared/stations";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { customer, onlineStation, startFakeConsole } from "../../../test/fake-console.ts";
import { dialog } from "../../../test/find.ts";
import { openConsole } from "../../../test/open-console.tsx";

const bar = page.getByRole("region", { name: "Selected stations" });
const box = (nth: number) => page.getByRole("checkbox", { name: `Select Atlas 000${nth}` });
const button = (name: string) => page.getByRole("button", { name, exact: true });

const stations = (count: number): Station[] =>
  Array.from({ length: count }, (_, index) =>
    onlineStation({ name: `gc-00000000000${index + 1}`, serial_number: `Atlas 000${index + 1}`, location: null }),
  );

const path = (query = "") => `/?stations-type=&stations-sort=serial_number${query}`;

test("stations are selected one by one, as a range and all at once, and enter maintenance together", async () => {
  const server = startFakeConsole({ stations: stations(5) });
  openConsole(path());
  await button("Select").click();
  await expect.element(bar).toMatchTextContent(/0 stations selected/);
  await box(1).click();
  await box(3).click({ modifiers: ["Shift"] });
  await expect.element(bar).toMatchTextContent(/3 stations selected/);
  await bar.getByRole("button", { name: "Select all 5" }).click();
  await expect.element(box(5)).toBeChecked();
  await box(5).click();
  await expect.element(bar).toMatchTextContent(/4 stations selected/);
  await bar.getByRole("button", { name: "Maintenance" }).click();
  await expect.element(dialog()).toMatchTextContent(/Start Maintenance.*4 stations/);
  await dialog().getByRole("textbox", { name: "Why" }).fill("New belts");
  await dialog().getByRole("button", { name: "Start Maintenance" }).click();
  const names = [1, 2, 3, 4].map((nth) => `gc-00000000000${nth}`);
  await expect
    .poll(() => server.requestsTo(startMaintenance).map(({ body }) => body))
    .toMatchObject([{ stations: names, why: "New belts" }]);
});

test("what is selected stays so when it is not listed any longer", async () => {
  startFakeConsole({ stations: stations(3) });
  openConsole(path());
  await button("Select").click();
  await box(1).click();
  await box(2).click();
  await page.getByRole("searchbox").fill("Atlas 0002");
  await expect.element(bar).toMatchTextContent(/2 stations selected.*1 not shown by the current filters/);
  await bar.getByRole("button", { name: "Clear" }).click();
  await expect.element(bar).toMatchTextContent(/0 stations selected/);
});

test("X selects the row with the focus, Ctrl+A all rows, and Escape ends the selection", async () => {
  startFakeConsole({ stations: stations(3) });
  openConsole(path());
  await expect.element(button("Select")).toBeVisible();
  const details = page.getByRole("button", { name: "Details of Atlas 0002" }).element();
  if (!(details instanceof HTMLElement)) throw new Error("A button is an HTML element.");
  details.focus();
  await userEvent.keyboard("x");
  await expect.element(box(2)).toBeChecked();
  await userEvent.keyboard("{Control>}a{/Control}");
  await expect.element(bar).toMatchTextContent(/3 stations selected/);
  await userEvent.keyboard("{Escape}");
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(box(2)).not.toBeInTheDocument();
});

test("those who cannot put stations into maintenance cannot select any", async () => {
  startFakeConsole({ user: customer, stations: stations(1) });
  openConsole(path());
  await expect.element(page.getByRole("button", { name: "Details of Atlas 0001" })).toBeVisible();
  await expect.element(button("Select")).not.toBeInTheDocument();
});
