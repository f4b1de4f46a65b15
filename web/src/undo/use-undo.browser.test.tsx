import { ignoreReadinessReason } from "@groundcrew/shared/readiness";
import { undoAct } from "@groundcrew/shared/undo";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { sampleReason } from "../../../shared/test/sample-readiness.ts";
import { startFakeConsole } from "../../test/fake-console.ts";
import { readinessNow, serveReadiness } from "../../test/fake-readiness.ts";
import { Rejection } from "../../test/fake-server.ts";
import { STATION_PATH } from "../../test/fake-station-page.ts";
import { dialog } from "../../test/find.ts";
import { openConsole } from "../../test/open-console.tsx";

const undo = page.getByRole("status").getByRole("button", { name: "Undo" });

/** Ignores a reason of a station. */
async function ignoreReason() {
  const server = startFakeConsole();
  serveReadiness(server, {
    readiness: readinessNow({ state: "not_ready", reasons: [sampleReason("no_battery", "block")] }),
  });
  openConsole(STATION_PATH);
  await page.getByRole("button", { name: "Ignore…" }).click();
  await dialog().getByRole("textbox", { name: "Why" }).fill("Batteries arrive on Monday");
  await dialog().getByRole("button", { name: "Ignore" }).click();
  await expect.element(undo).toBeVisible();
  return server;
}

// @spec R4.7
test("for ten seconds a toast offers to undo the act that the server has answered", async () => {
  const server = await ignoreReason();
  server.on(undoAct, async () => ({ status: 204 as const, body: null }));
  const durations = document.getAnimations().map(({ effect }) => effect?.getComputedTiming().endTime);
  expect(durations).toContain(10_000);
  await undo.click();
  await expect.element(page.getByRole("status").getByText("Undone")).toBeVisible();
  const acts = server.requests.findIndex(({ endpoint }) => endpoint === ignoreReadinessReason.name) + 1;
  const request = `00000000-0000-4000-8000-${String(acts).padStart(12, "0")}`;
  expect(server.requestsTo(undoAct).map(({ path }) => path)).toEqual([`/api/acts/${request}/undo`]);
  await expect.element(undo).not.toBeInTheDocument();
});

test("is not offered for what changed nothing", async () => {
  const server = startFakeConsole();
  serveReadiness(server, {
    readiness: readinessNow({ state: "not_ready", reasons: [sampleReason("no_battery", "block")] }),
  });
  const created = new Date().toISOString();
  server.on(ignoreReadinessReason, async ({ body }) => ({
    status: 201 as const,
    body: { ...body, effect: "block" as const, by: "Kari Nilsen", created },
    headers: { "x-changed": "no" },
  }));
  openConsole(STATION_PATH);
  await page.getByRole("button", { name: "Ignore…" }).click();
  await dialog().getByRole("textbox", { name: "Why" }).fill("Batteries arrive on Monday");
  await dialog().getByRole("button", { name: "Ignore" }).click();
  await expect.element(page.getByRole("status").getByText(/is ignored until/)).toBeVisible();
  await expect.element(undo).not.toBeInTheDocument();
});

test("says who changed it meanwhile", async () => {
  const server = await ignoreReason();
  server.on(undoAct, async () => {
    throw new Rejection(412, "Lee Tran changed this meanwhile. Nothing was undone.");
  });
  await undo.click();
  await expect
    .element(page.getByRole("alert"))
    .toMatchTextContent(/This was not undone\..*Lee Tran changed this meanwhile\. Nothing was undone\./);
});
