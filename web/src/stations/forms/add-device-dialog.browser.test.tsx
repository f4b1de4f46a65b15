import { createStation } from "@groundcrew/shared/stations";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { sampleStation } from "../../../../shared/test/sample-station.ts";
import { customer, startFakeConsole } from "../../../test/fake-console.ts";
import { Rejection } from "../../../test/fake-server.ts";
import { openConsole } from "../../../test/open-console.tsx";

const opener = page.getByRole("button", { name: "Add Station" });
const dialog = page.getByRole("dialog", { name: "Add Device" });
const add = dialog.getByRole("button", { name: "Add Station" });
const name = dialog.getByLabelText("Name", { exact: true });

async function fillIn(): Promise<void> {
  await name.fill("gc-0123456789ab");
  await dialog.getByLabelText("Serial Number").fill("Atlas 0002");
  await dialog.getByLabelText("API Version").fill("4.7.4");
}

describe("Add Device", () => {
  // @spec 50.5, 87.1, 201.1, 210.1, 251.2
  test("says what is missing, then adds the station and closes", async () => {
    const server = startFakeConsole();
    server.on(createStation, async ({ body }) => ({
      status: 201 as const,
      body: sampleStation({ name: body.name, serial_number: body.serial_number }),
    }));
    const { router } = openConsole("/");
    await opener.click();
    await add.click();
    for (const sentence of [
      "You must fill the 'Name' field before continuing.",
      "Serial number is required",
      "API version needed to do initial telemetry.",
    ])
      await expect.element(dialog.getByText(sentence)).toBeVisible();
    await expect.element(dialog.getByLabelText("Serial Number")).toHaveAttribute("placeholder", "Atlas 0000");
    expect(server.requestsTo(createStation)).toEqual([]);
    await fillIn();
    await add.click();
    await expect.element(page.getByText("Created new station")).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(server.requestsTo(createStation)[0]?.body).toMatchObject({
      name: "gc-0123456789ab",
      serial_number: "Atlas 0002",
      station_type: "atlas",
      api_version: "4.7.4",
    });
    await page.getByRole("button", { name: "Set API Password" }).click();
    await expect.poll(() => router.state.location.pathname).toBe("/stations/gc-0123456789ab/edit");
  });

  // @spec 87.1, 299.1
  test("stays open with its input when the server refuses, and says why", async () => {
    const server = startFakeConsole();
    server.on(createStation, async () => {
      throw new Rejection(409, "There is already a station of this name.");
    });
    openConsole("/");
    await opener.click();
    await fillIn();
    await add.click();
    await expect.element(dialog.getByRole("alert")).toHaveTextContent("There is already a station of this name.");
    await expect.element(name).toHaveValue("gc-0123456789ab");
  });

  // @spec 50.5
  test("is for admins only", async () => {
    startFakeConsole({ user: customer });
    openConsole("/");
    await expect.element(page.getByRole("list", { name: "Stations" })).toBeVisible();
    expect(opener.elements()).toEqual([]);
  });
});
