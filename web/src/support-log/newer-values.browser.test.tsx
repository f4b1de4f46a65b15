import { ReadyJson } from "@groundcrew/shared/contract";
import { listStations } from "@groundcrew/shared/stations";
import { listSupportLogEntries } from "@groundcrew/shared/support-log";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { sampleEntry } from "../../../shared/test/sample-entry.ts";
import { onlineStation, startFakeConsole } from "../../test/fake-console.ts";
import { openConsole } from "../../test/open-console.tsx";

test("a status and a station type that only a newer server knows are shown by their names", async () => {
  const server = startFakeConsole();
  const entry = sampleEntry({ id: 7, station_name: "gc-000000000001", content: "Roof is stuck." });
  const log = JSON.stringify([{ ...entry, status: "incident_escalated" }]);
  server.on(listSupportLogEntries, async () => ({ status: 200 as const, body: new ReadyJson(log) }));
  const stations = JSON.stringify([{ ...onlineStation(), station_type: "orbital" }]);
  server.on(listStations, async () => ({ status: 200 as const, body: new ReadyJson(stations) }));
  openConsole("/supportlog/entries");
  await expect.element(page.getByText("Roof is stuck.")).toBeVisible();
  await expect.element(page.getByText("incident_escalated")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "orbital: copy station name gc-000000000001" })).toBeVisible();
});
