import { ADMIN, openEntry } from "./ssot-steps.ts";
import { expect, test } from "./test.ts";

// @spec R9.7
test("an admin changes an exported file, imports it while a colleague watches, and undoes it", async ({
  login,
  browser,
  system,
}) => {
  const { serial_number: serial } = await system.onlineStation("atlas");
  const page = await login(ADMIN);
  const otherContext = await browser.newContext({ baseURL: system.url });
  await otherContext.request.post("/api/sessions/current", { data: { email: ADMIN, password: system.password } });
  const theirs = await openEntry(await otherContext.newPage(), "hw-variation", serial);
  const before = await theirs.getByLabel(`Hardware Version of ${serial}`).inputValue();

  const exported = await (await page.request.get("/api/importable.csv?kind=ssot")).text();
  const [titles = "", ...lines] = exported.trimEnd().split("\r\n");
  const at = titles.split(",").indexOf("Hardware Version");
  const changed = `${serial},${titles
    .split(",")
    .slice(1)
    .map((_, index) => (index + 1 === at ? "9.7" : ""))
    .join(",")}`;
  const wrong = changed.replace(serial, "Nothing like it");
  const others = lines.filter((line) => !line.startsWith(`${serial},`));
  const file = [titles, ...others, changed, wrong].join("\r\n");

  await page.goto("/manage/import?kind=ssot");
  const buffer = Buffer.from(file);
  await page.getByLabel("CSV file").setInputFiles({ name: "hardware.csv", mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText("1 line is refused.")).toBeVisible();
  await expect(page.getByText("There is no station “Nothing like it”.")).toBeVisible();
  await page.getByRole("button", { name: "Apply 1 Change" }).click();
  await expect(page.getByText("1 change applied at")).toBeVisible();
  // Without a press: what is imported is pushed to other pages.
  await expect(theirs.getByLabel(`Hardware Version of ${serial}`)).toHaveValue("9.7");

  const undo = page.getByRole("button", { name: /Undo 1 Change/ });
  await undo.click();
  await undo.click();
  await expect(page.getByText(/^Undone at/)).toBeVisible();
  await expect(theirs.getByLabel(`Hardware Version of ${serial}`)).toHaveValue(before);
  await otherContext.close();
});
