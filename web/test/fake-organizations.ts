import { getStepRule, listOrganizations } from "@groundcrew/shared/organizations";
import type { FakeServer } from "./fake-server.ts";

/** Serves the provider and one customer, neither of which requires a second step. */
export function serveOrganizations(server: FakeServer): void {
  server.on(listOrganizations, async () => ({
    status: 200 as const,
    body: [
      { id: 1, name: "Groundcrew", station_quantity: 0 },
      { id: 2, name: "Harbor Air", station_quantity: 1 },
    ],
  }));
  server.on(getStepRule, async () => ({ status: 200 as const, body: { from: null, users: 1, without: 1 } }));
}
