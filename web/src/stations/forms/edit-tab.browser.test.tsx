import { addStationLocation, editStation, getStation, resetLinkState } from "@groundcrew/shared/stations";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { fakeClock } from "../../../test/clock.ts";
import { onlineStation } from "../../../test/fake-console.ts";
import { refuse, Rejection } from "../../../test/fake-server.ts";
import { openStation, serveEdits, STATION_PATH } from "../../../test/fake-station-page.ts";

const form = page.getByRole("form", { name: "Edit station" });
const description = form.getByRole("textbox", { name: "Description" });
const deployment = form.getByRole("textbox", { name: "Deploy Location" });
const save = form.getByRole("button", { name: "Save" });
const overview = page.getByRole("navigation", { name: "Station" }).getByRole("link", { name: "Overview" });

/** Opens the Edit tab of a station that can be edited. */
function openEditTab() {
  const { server, router } = openStation("/edit");
  const editAsSomeoneElse = serveEdits(server, onlineStation());
  return {
    server,
    editAsSomeoneElse,
    bodies: () => server.requestsTo(editStation).map(({ body }) => body),
    path: () => router.state.location.pathname,
  };
}

describe("the Edit form", () => {
  // @spec 24.1, 104.1
  test("saves only what was changed", async () => {
    const { bodies, path } = openEditTab();
    await expect.element(save).toBeDisabled();
    await description.fill("North ridge");
    await save.click();
    await expect.element(page.getByText("Saved the changes to Atlas 0001")).toBeVisible();
    await expect.element(save).toBeDisabled();
    await expect.element(description).toHaveValue("North ridge");
    expect(bodies()).toEqual([{ description: "North ridge" }]);
    await overview.click();
    await expect.poll(path).toBe(STATION_PATH);
  });

  test("requests the station once after it was saved", async () => {
    const { server } = openEditTab();
    await description.fill("North ridge");
    const { length: before } = server.requestsTo(getStation);
    await save.click();
    await expect.element(page.getByText("Saved the changes to Atlas 0001")).toBeVisible();
    await expect.element(description).toHaveValue("North ridge");
    await expect.poll(server.pending).toBe(0);
    expect(server.requestsTo(getStation)).toHaveLength(before + 1);
  });

  test("shows what was saved while it is being loaded, and never the value before", async () => {
    const clock = fakeClock();
    const { server } = openEditTab();
    await description.fill("North ridge");
    const { promise: isLoaded, resolve: load } = Promise.withResolvers<void>();
    server.beforeResponse(getStation, () => isLoaded);
    await save.click();
    await expect.poll(() => server.pending()).toBe(1);
    await clock.pass(8_000);
    await expect.element(description).toHaveValue("North ridge");
    await expect.element(form.getByRole("button", { name: "Save" })).toHaveAttribute("aria-busy", "true");
    load();
    await expect.element(page.getByText("Saved the changes to Atlas 0001")).toBeVisible();
    await expect.element(description).toHaveValue("North ridge");
  });

  test("says that the station is out of date when it cannot be loaded after it was saved", async () => {
    const { server } = openEditTab();
    await description.fill("North ridge");
    server.on(getStation, refuse(500, "The station cannot be read."));
    await save.click();
    await expect.element(page.getByText("Saved the changes to Atlas 0001")).toBeVisible();
    await expect.element(page.getByText(/The station cannot be read\.\s*Showing the station as of/)).toBeVisible();
  });

  // @spec 104.1
  test("says that a description is too long, and does not save it", async () => {
    const { bodies } = openEditTab();
    await description.fill("x".repeat(51));
    await save.click();
    await expect.element(page.getByText("Description must be shorter than 50 characters.")).toBeVisible();
    await expect.element(description).toHaveFocus();
    expect(bodies()).toEqual([]);
  });

  // @spec 104.1
  test("warns before unsaved changes are left, and keeps or discards them", async () => {
    const { path } = openEditTab();
    await description.fill("North ridge");
    await overview.click();
    const question = page.getByRole("dialog", { name: "Unsaved Changes" });
    await expect.element(question).toMatchTextContent("Changes to station Atlas 0001 haven't been saved");
    await question.getByRole("button", { name: "Stay" }).click();
    await expect.element(description).toHaveValue("North ridge");
    expect(path()).toBe(`${STATION_PATH}/edit`);
    await overview.click();
    await question.getByRole("button", { name: "Leave" }).click();
    await expect.poll(path).toBe(STATION_PATH);
  });

  test("says who saved in the meantime, and overwrites their value only when that is chosen", async () => {
    const { bodies, editAsSomeoneElse } = openEditTab();
    await description.fill("Mine");
    await deployment.fill("Pier 4");
    const theirs = { description: "Theirs", location_deployment: "Pier 9", hexone_uri_base: "http://10.0.0.9" };
    editAsSomeoneElse(theirs);
    await save.click();
    const notice = page.getByRole("status").filter({ hasText: "(Note: there are new changes)" });
    await expect.element(notice).toMatchTextContent("Saved by Ola Hansen, 2026-05-01");
    await expect.element(notice).toMatchTextContent("Description was saved as: Theirs");
    await expect.element(notice).toMatchTextContent("Deploy Location was saved as: Pier 9");
    await expect.element(description).toHaveValue("Mine");
    await expect.element(form.getByRole("textbox", { name: "Dashboard Address" })).toHaveValue("http://10.0.0.9");

    await save.click();
    const keep = notice.getByRole("button", { name: "Keep mine for Description" });
    await expect.element(keep).toHaveFocus();
    expect(bodies()).toHaveLength(1);
    await keep.click();
    await notice.getByRole("button", { name: "Use theirs for Deploy Location" }).click();
    await expect.element(deployment).toHaveValue("Pier 9");
    await save.click();
    await expect.element(page.getByText("Saved the changes to Atlas 0001")).toBeVisible();
    expect(bodies().at(-1)).toEqual({ description: "Mine" });
    await expect.element(notice).not.toBeInTheDocument();
    expect(form.getByText("Unsaved changes").elements()).toEqual([]);
  });

  // @spec 299.2
  test("says 'Something went wrong.' and why when the server refuses, and keeps the input", async () => {
    const { server } = openEditTab();
    server.on(editStation, async () => {
      throw new Rejection(409, "Another station has this serial number.");
    });
    await form.getByLabelText("Serial Number").fill("Atlas 0002");
    await save.click();
    const alert = form.getByRole("alert");
    await expect
      .element(alert)
      .toMatchTextContent(/^Something went wrong\.\s*Another station has this serial number\.$/);
    await expect.element(form.getByLabelText("Serial Number")).toHaveValue("Atlas 0002");
  });
});

describe("the location form", () => {
  const location = page.getByRole("form", { name: "Enter a location" });
  const enter = location.getByRole("button", { name: "Enter Location" });

  // @spec 104.1
  test("sends a location of two comma-separated numbers as lat and lng", async () => {
    const { server } = openStation("/edit", { location: null });
    server.on(addStationLocation, async ({ body: { purpose } }) => {
      const entered = { lat: 59.91, lng: 10.75, street_address: null };
      server.on(getStation, async () => ({ status: 200 as const, body: onlineStation({ location: entered }) }));
      return { status: 201 as const, body: { ...entered, purpose, created: "2026-05-01T12:00:00.000Z" } };
    });
    await expect.element(location).toMatchTextContent("No location has been entered yet.");
    await enter.click();
    await expect.element(location.getByText("Choose a purpose.")).toBeVisible();
    await location.getByLabelText("Location").fill("59.91, 10.75");
    await location.getByLabelText("Purpose").selectOptions("service");
    await enter.click();
    await expect.element(page.getByText("Saved the location 59.91, 10.75")).toBeVisible();
    const [request] = server.requestsTo(addStationLocation);
    expect(request?.body).toEqual({ location: { lat: 59.91, lng: 10.75 }, purpose: "service" });
    await expect.element(location).toMatchTextContent("59.91, 10.75");
  });

  test("keeps an address that is not found, and warns that it is not on the map", async () => {
    const { server } = openStation("/edit");
    server.on(addStationLocation, async ({ body: { purpose } }) => {
      const entered = { lat: null, lng: null, street_address: "Nowhere Street 1" };
      server.on(getStation, async () => ({ status: 200 as const, body: onlineStation({ location: entered }) }));
      return { status: 201 as const, body: { ...entered, purpose, created: "2026-05-01T12:00:00.000Z" } };
    });
    await location.getByLabelText("Location").fill("Nowhere Street 1");
    await location.getByLabelText("Purpose").selectOptions("service");
    await enter.click();
    await expect.element(page.getByText("No place was found for Nowhere Street 1.")).toBeVisible();
    await expect.element(location).toMatchTextContent("Nowhere Street 1");
    await expect.element(location.getByLabelText("Location")).toHaveValue("");
    expect(server.requestsTo(addStationLocation)[0]?.body).toEqual({
      location: "Nowhere Street 1",
      purpose: "service",
    });
  });
});

describe("the station link", () => {
  const link = page.getByRole("region", { name: "Station Link" });

  test("resets the link state once that is confirmed", async () => {
    const { server } = openStation("/edit");
    server.on(resetLinkState, async () => ({ status: 204 as const, body: null }));
    await link.getByRole("button", { name: "Reset Link State" }).click();
    expect(server.requestsTo(resetLinkState)).toEqual([]);
    await link.getByRole("button", { name: "Are You Sure? Reset Link State" }).click();
    await expect.element(page.getByText("Reset the link state of Atlas 0001")).toBeVisible();
    expect(server.requestsTo(resetLinkState)).toHaveLength(1);
  });

  test("shows a generated password once, with the command that connects the example station with it", async () => {
    const { bodies } = openEditTab();
    await link.getByRole("button", { name: "Generate Password" }).click();
    await link.getByRole("button", { name: "Are You Sure? Generate Password" }).click();
    const dialog = page.getByRole("dialog", { name: "New API Password" });
    const shown = dialog.getByRole("code");
    await expect.element(shown.last()).toMatchTextContent("docs/example-station.mjs");
    const codes = shown.elements().map(({ textContent }) => textContent);
    const [password = "", command = ""] = [codes.at(0), codes.at(-1)];
    expect(password.length).toBeGreaterThanOrEqual(20);
    expect(command).toBe(`node docs/example-station.mjs gc-000000000001 '${password}' mqtts://console.example:8883`);
    expect(bodies()).toEqual([{ api_password: password }]);
    await dialog.getByRole("button", { name: "Close", exact: true }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(document.documentElement.outerHTML).not.toContain(password);
    expect(JSON.stringify([localStorage, sessionStorage])).not.toContain(password);
  });
});
