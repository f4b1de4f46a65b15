import { listAttachedErrors } from "@groundcrew/shared/support-log";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { startFakeConsole } from "../../test/fake-console.ts";
import { Rejection } from "../../test/fake-server.ts";
import { openConsole } from "../../test/open-console.tsx";
import { getSession } from "@groundcrew/shared/sessions";
import { listStationErrors } from "@groundcrew/shared/station-errors";
import { sampleError } from "../../../shared/test/sample-error.ts";
import { isUnsafeToReload } from "../lib/index.ts";

test("the page does not reload itself while there is something typed on the login page", async () => {
  const server = startFakeConsole();
  server.on(getSession, async () => {
    throw new Rejection(401, "Nobody is logged in.");
  });
  openConsole("/login");
  const email = page.getByLabelText("Email Address");
  await expect.element(email).toBeVisible();
  expect(isUnsafeToReload()).toBe(false);
  await email.fill("user@harbor.example");
  await expect.poll(isUnsafeToReload).toBe(true);
  await email.fill("");
  await expect.poll(isUnsafeToReload).toBe(false);
});

test("the page does not reload itself while errors are selected in triage", async () => {
  const server = startFakeConsole();
  server.on(listStationErrors, async () => ({ status: 200 as const, body: [sampleError()] }));
  openConsole("/supportlog/triage");
  const error = page.getByRole("table", { name: "Errors that need triage" }).getByRole("checkbox").first();
  await expect.element(error).toBeVisible();
  expect(isUnsafeToReload()).toBe(false);
  await error.click();
  await expect.poll(isUnsafeToReload).toBe(true);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect.poll(isUnsafeToReload).toBe(false);
});

test("the page does not reload itself while a printout is prepared", async () => {
  const server = startFakeConsole();
  server.on(listAttachedErrors, () => new Promise(() => {}));
  openConsole("/supportlog/print");
  const print = page.getByRole("button", { name: "Print", exact: true });
  await expect.element(print).toBeEnabled();
  expect(isUnsafeToReload()).toBe(false);
  await print.click();
  await expect.poll(isUnsafeToReload).toBe(true);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(isUnsafeToReload).toBe(false);
});
