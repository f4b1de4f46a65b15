import { checkImport, applyImport, createImport, type CsvImport } from "@groundcrew/shared/imports";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { startFakeConsole } from "../../test/fake-console.ts";
import { sampleImport, serveImports, UPLOADED } from "../../test/fake-imports.ts";
import { manager, pressAndConfirm, tableRow } from "../../test/fake-manage.ts";
import { openConsole } from "../../test/open-console.tsx";

function open(path = "/manage/import", imports: readonly CsvImport[] = []) {
  const server = startFakeConsole();
  const state = serveImports(server, imports);
  const { router } = openConsole(path);
  return { server, state, address: () => router.history.location.href };
}

const button = (name: string | RegExp) => page.getByRole("button", { name });
const field = (title: string) => page.getByRole("combobox", { name: `Field of ${title}` });

// @spec R9.7
test("an admin uploads a file, chooses fields, reads what each line does, applies it and undoes it", async () => {
  const { server, state, address } = open("/manage/import?kind=ssot");
  await expect.element(page.getByText("No imports yet")).toBeVisible();
  const file = new File(["Serial Number,HW Version\n"], "hardware-nov.csv", { type: "text/csv" });
  await userEvent.upload(page.getByLabelText("CSV file"), file);
  await expect.poll(address).toBe("/manage/import?kind=ssot&draft=1");
  expect(state.uploaded).toBe("Serial Number,HW Version\n");
  expect(server.requestsTo(createImport)[0]?.headers.get("content-type")).toBe("text/csv");

  // What is similar is found, what cannot be imported is left out, and what is unknown has to be chosen.
  await expect.element(page.getByText("260 lines · 38 KB · comma, UTF-8")).toBeVisible();
  await expect.element(tableRow("HW Version")).toMatchTextContent(/by a similar name/);
  await expect.element(field("Dashboard ID")).toHaveValue("-");
  await expect.element(button("Check")).toBeDisabled();
  await expect.element(page.getByText("Choose a field for Remarks, or leave it out.")).toBeVisible();
  await field("Remarks").selectOptions("Notes");
  await expect.element(tableRow("Remarks")).toMatchTextContent(/chosen by you/);
  await expect.element(page.getByText("1 field has no column and stays as it is: GPS Antenna.")).toBeVisible();
  await button("Check").click();
  expect(server.requestsTo(checkImport)[0]?.body).toEqual({
    columns: ["Serial Number", "production_run_version", "roof_heater", "notes", null],
    clears: false,
    creates: false,
  });

  await expect.element(page.getByText("4 lines are refused and 1 is in conflict.")).toBeVisible();
  await expect
    .element(tableRow("Atlas 0036"))
    .toMatchTextContent(/Hardware Version\s*6\.9.*7\.1.*Roof Heater\s*no.*yes/);
  await expect.element(tableRow("Atlas 0007")).toMatchTextContent("First entry: Hardware Version 7.1, 1 more field");
  await expect.element(tableRow("Atlas 0131")).toMatchTextContent("Did you mean Atlas 0031?");
  await expect.element(tableRow("Atlas 0027")).toMatchTextContent("Saved meanwhile by Kari: 6.5");
  await button("Refused 4").click();
  await expect.element(tableRow("Atlas 0036")).not.toBeInTheDocument();
  await page.getByLabelText("Note for the audit log, optional").fill("As built");
  await button("Apply 44 Changes").click();
  await expect.element(page.getByText("3 added, 41 changed, 211 unchanged, 5 left out.")).toBeVisible();
  expect(server.requestsTo(applyImport).map(({ body }) => body)).toEqual([{ note: "As built" }]);
  await expect
    .element(page.getByRole("link", { name: "Audit Entry" }))
    .toHaveAttribute("href", "/manage/audit?au-q=req_applied");
  await expect.element(button("5 Lines Left Out as CSV")).toBeVisible();
  await pressAndConfirm(page.getByRole("region", { name: "Import CSV" }), "Undo 44 Changes of hardware-nov.csv");
  await expect.element(page.getByText(/^Undone at .* by admin@groundcrew\.example\.$/)).toBeVisible();
  await expect.element(button(/Undo/)).not.toBeInTheDocument();
});

test("the latest imports are listed, and lead to their reports", async () => {
  const { address } = open("/manage/import", [sampleImport({ id: 7 })]);
  await expect.element(tableRow("hardware-nov.csv")).toMatchTextContent(/Hardware Variation, Atlas/);
  await page.getByRole("link", { name: "3 added, 41 changed, 5 left out" }).click();
  await expect.poll(address).toBe("/manage/import?kind=ssot&draft=7");
  await expect.element(page.getByText("No longer possible.")).toBeVisible();
});

test("an import that cannot be undone says why, and has no button for it", async () => {
  const at = new Date().toISOString();
  const refusal = "Kari has changed Atlas 0036 since. The import cannot be undone any more.";
  const applied = { at, by: "admin@groundcrew.example", request_id: "req_applied" };
  open("/manage/import?draft=1", [sampleImport({ applied, undo_refusal: refusal })]);
  await expect.element(page.getByText(refusal)).toBeVisible();
  await expect.element(page.getByText(/^Possible until/)).not.toBeInTheDocument();
  await expect.element(button(/Undo/)).not.toBeInTheDocument();
});

test("sites that are missing are created by choice, and the check says where", async () => {
  const fields = sampleImport().fields.map((one) =>
    one.name === "notes" ? Object.assign({ creates: "sites" }, one) : one,
  );
  const server = startFakeConsole();
  const change = { field: "notes", from: null, to: "Doca 7", created: true as const };
  const line = { line: 2, result: "changed" as const, changes: [change], reason: null };
  serveImports(server, [sampleImport({ ...UPLOADED, fields })], [{ ...line, key: "Doca 1\nHarbor Air" }]);
  openConsole("/manage/import?draft=1");
  await expect.element(page.getByText("Missing sites")).not.toBeInTheDocument();
  await field("Remarks").selectOptions("Notes");
  await button("are created").click();
  await button("Check").click();
  expect(server.requestsTo(checkImport)[0]?.body).toMatchObject({ creates: true });
  await expect.element(tableRow("Doca 1 of Harbor Air")).toMatchTextContent(/Notes\s*–.*Doca 7\s*new/);
});

test("a check that was removed says so, and leads back to the file", async () => {
  const { address } = open("/manage/import?kind=ssot&draft=3");
  await expect.element(page.getByText("This check is too old. Choose the file again.")).toBeVisible();
  await button("Choose a File").click();
  await expect.poll(address).toBe("/manage/import?kind=ssot");
});

test("a file that changes nothing cannot be applied", async () => {
  const counts = { added: 0, changed: 0, conflict: 0, refused: 0, unchanged: 260 };
  open("/manage/import?draft=1", [sampleImport({ applied: null, counts })]);
  await expect.element(page.getByText("This file changes nothing.")).toBeVisible();
  await expect.element(button(/^Apply/)).not.toBeInTheDocument();
  await button("Back").click();
  await expect.element(field("HW Version")).toHaveValue("production_run_version");
});

test.each([
  [{ refused: 1 }, "1 line is refused. It will be left out. There is nothing else to apply."],
  [
    { conflict: 1, changed: 2 },
    "1 line is in conflict. It will be left out. Mend it in your file and check again, or apply the other 2.",
  ],
  [
    { refused: 2, conflict: 1 },
    "2 lines are refused and 1 is in conflict. They will be left out. There is nothing else to apply.",
  ],
])("a check with %o says: %s", async (some, text) => {
  const counts = { added: 0, changed: 0, conflict: 0, refused: 0, unchanged: 0, ...some };
  open("/manage/import?draft=1", [sampleImport({ applied: null, counts })]);
  await expect.element(page.getByRole("status").filter({ hasText: text })).toBeVisible();
  await expect.element(button("Lines Left Out as CSV")).toBeVisible();
});

test("the column with the key has to be chosen, and each field once", async () => {
  open("/manage/import?draft=1", [sampleImport(UPLOADED)]);
  await field("Remarks").selectOptions("Leave out");
  await field("Serial Number").selectOptions("Leave out");
  await expect.element(page.getByText("Choose the column with Serial Number.")).toBeVisible();
  await expect.element(button("Check")).toBeDisabled();
  await expect.element(field("Remarks").getByRole("option", { name: "Roof Heater" })).toBeDisabled();
});

// @spec R9.8
test("others than admins are redirected and see no link to it", async () => {
  const server = startFakeConsole({ user: manager });
  serveImports(server);
  const { router } = openConsole("/manage/import");
  await expect.poll(() => router.history.location.href).toBe("/manage/users");
  await expect.element(page.getByRole("link", { name: "Import" })).not.toBeInTheDocument();
});
