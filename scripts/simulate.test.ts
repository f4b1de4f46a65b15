import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { simulateFleet } from "./simulate.ts";

const home = mkdtempSync(join(tmpdir(), "groundcrew-fleet-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const brokerUrl = "mqtt://127.0.0.1:1";

test("a fleet that cannot run is reported, and can still be stopped", async () => {
  const lines: string[] = [];
  const fleet = simulateFleet({ fleetFile: join(home, "absent.json"), brokerUrl, report: (line) => lines.push(line) });
  await expect.poll(() => lines).toEqual([expect.stringContaining("The simulated fleet stopped (exit 1)")]);
  await fleet.stop();
});

test("a fleet that is stopped ends without a message", async () => {
  const lines: string[] = [];
  const fleetFile = join(home, "fleet.json");
  writeFileSync(fleetFile, JSON.stringify({ v: 1, stations: [] }));
  const fleet = simulateFleet({ fleetFile, brokerUrl, report: (line) => lines.push(line) });
  await fleet.stop();
  expect(lines).toEqual([]);
});
