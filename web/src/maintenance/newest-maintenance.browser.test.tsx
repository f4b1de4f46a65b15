import { HOUR_MS } from "@groundcrew/shared/lib";
import { getMaintenance } from "@groundcrew/shared/maintenance";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { sampleMaintenance } from "../../../shared/test/sample-maintenance.ts";
import { onlineStation, startFakeConsole } from "../../test/fake-console.ts";
import { serveMaintenance } from "../../test/fake-maintenance.ts";
import { dialog } from "../../test/find.ts";
import { openConsole } from "../../test/open-console.tsx";

const hours = (count: number) => new Date(Date.now() + count * HOUR_MS).toISOString();
const running = sampleMaintenance({ from: hours(-1), until: hours(2) });

test("a dialog asks for the end of a maintenance again, and does not use what one before it has loaded", async () => {
  const { id, why, by, from, until } = running;
  const server = startFakeConsole({ stations: [onlineStation({ maintenance: { id, why, by, from, until } })] });
  serveMaintenance(server, [running]);
  openConsole("/?stations-type=");
  const choose = async (name: string) => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name, exact: true }).click();
  };
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page
    .getByRole("checkbox", { name: /^Select / })
    .first()
    .click();
  await choose("Extend Maintenance");
  await expect.poll(() => server.requestsTo(getMaintenance).length).toBe(1);
  await dialog().getByRole("button", { name: "Go Back" }).click();
  server.on(getMaintenance, () => new Promise(() => {}));
  await choose("End Maintenance");
  await expect.poll(() => server.requestsTo(getMaintenance).length).toBe(2);
  await expect.element(dialog().getByRole("button", { name: "End Now" })).toBeDisabled();
});
