import { createApiKey, listApiKeys, renewApiKey } from "@groundcrew/shared/api-keys";
import type { Endpoint } from "@groundcrew/shared/contract";
import { createOrganization } from "@groundcrew/shared/organizations";
import { saveSsotEntry } from "@groundcrew/shared/ssot";
import { changeStationErrors, listStationErrors } from "@groundcrew/shared/station-errors";
import { addStationLocation, createStation, editStation } from "@groundcrew/shared/stations";
import { createSupportLogEntry, createSupportLogTag, replyToEntry } from "@groundcrew/shared/support-log";
import { inviteUser } from "@groundcrew/shared/users";
import { page, type Locator } from "vitest/browser";
import { sampleEntry, sampleReply } from "../../shared/test/sample-entry.ts";
import { sampleError } from "../../shared/test/sample-error.ts";
import { sampleStation } from "../../shared/test/sample-station.ts";
import type { FakeServer } from "./fake-server.ts";
import { listedKey } from "./fake-manage.ts";
import { dialog } from "./find.ts";

const NOW = "2026-06-01T12:00:00.000Z";
const LIST = "/?stations-type=";

export type DoubleForm = {
  path: string;
  endpoint: Pick<Endpoint, "name">;
  /** Serves the request that writes, unless the fake console does. */
  serve?: (server: FakeServer) => void;
  /** Opens and fills the form, and returns the button that sends it. */
  fill: () => Promise<Locator>;
};

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" });

async function openTriage(): Promise<Locator> {
  await button(/^Unresolved errors/).click();
  return dialog();
}

async function openLog(): Promise<Locator> {
  const opened = await openTriage();
  await opened.getByRole("tab", { name: "Support Log" }).click();
  return opened;
}

function serveEntry(server: FakeServer): void {
  server.on(createSupportLogEntry, async () => {
    return { status: 201 as const, body: sampleEntry({ id: 8 }) };
  });
}

function serveErrors(server: FakeServer): void {
  server.on(changeStationErrors, async () => {
    server.on(listStationErrors, async () => ({ status: 200 as const, body: [] }));
    return { status: 200 as const, body: [sampleError({ time_handled: NOW, solution: "Wiped the lens" })] };
  });
}

/** Forms of stations, the support log and Manage. */
export const doubleForms: Record<string, DoubleForm> = {
  Invite: {
    path: "/manage/users",
    endpoint: inviteUser,
    serve: (server) =>
      server.on(inviteUser, async ({ query }) => {
        const invitation = { sent: NOW, expires: NOW, failure: null };
        const body = { email: query.email, can_manage: false, organization: "Groundcrew", org_id: 1, invitation };
        return { status: 201 as const, body };
      }),
    async fill() {
      await page.getByLabelText("Email Address").fill("new@harbor.example");
      return button("Invite");
    },
  },
  "Create Organization": {
    path: "/manage/organizations",
    endpoint: createOrganization,
    serve: (server) =>
      server.on(createOrganization, async ({ query }) => {
        return { status: 201 as const, body: { id: 3, name: query.name } };
      }),
    async fill() {
      await page.getByLabelText("Name").fill("Northwind");
      return button("Create Organization");
    },
  },
  "Create Key": {
    path: "/manage/apikeys",
    endpoint: createApiKey,
    serve: (server) =>
      server.on(createApiKey, async ({ query }) => {
        const { description } = query;
        return { status: 201 as const, body: { ...listedKey("key-1", { description, created: NOW }), key: "k" } };
      }),
    async fill() {
      await button("New Key").click();
      await page.getByLabelText("Description").fill("Reports");
      return button("Create Key");
    },
  },
  "Renew Key": {
    path: "/manage/apikeys",
    endpoint: renewApiKey,
    serve(server) {
      server.on(listApiKeys, async () => ({ status: 200 as const, body: [listedKey("key-1")] }));
      server.on(renewApiKey, async () => ({ status: 200 as const, body: { ...listedKey("key-1"), key: "k" } }));
    },
    async fill() {
      await button("Renew Nightly report").click();
      return dialog().getByRole("button", { name: "Renew" });
    },
  },
  "Create Tag": {
    path: "/supportlog/tags",
    endpoint: createSupportLogTag,
    serve: (server) =>
      server.on(createSupportLogTag, async ({ body: { name } }) => {
        const color = "secondary" as const;
        const body = { id: 9, name, color, alerting: false, canonical_id: null, aliases: [], alert_target: null };
        return { status: 201 as const, body };
      }),
    async fill() {
      const form = page.getByRole("form", { name: "New Tag" });
      await form.getByRole("textbox", { name: "Tag Name" }).fill("battery");
      return form.getByRole("button", { name: "Create Tag" });
    },
  },
  "Add Device": {
    path: "/",
    endpoint: createStation,
    serve: (server) =>
      server.on(createStation, async ({ body: { name, serial_number } }) => {
        return { status: 201 as const, body: sampleStation({ name, serial_number }) };
      }),
    async fill() {
      await button("Add Station").click();
      await dialog().getByLabelText("Name", { exact: true }).fill("gc-0123456789ab");
      await dialog().getByLabelText("Serial Number").fill("Atlas 0002");
      await dialog().getByLabelText("API Version").fill("4.7.4");
      return dialog().getByRole("button", { name: "Add Station" });
    },
  },
  "Enter Location": {
    path: "/stations/gc-000000000001/edit",
    endpoint: addStationLocation,
    serve: (server) =>
      server.on(addStationLocation, async ({ body: { purpose } }) => {
        return { status: 201 as const, body: { lat: 1, lng: 2, street_address: null, purpose, created: NOW } };
      }),
    async fill() {
      const form = page.getByRole("form", { name: "Enter a location" });
      await form.getByLabelText("Location").fill("59.91, 10.75");
      await form.getByLabelText("Purpose").selectOptions("service");
      return form.getByRole("button", { name: "Enter Location" });
    },
  },
  "New Entry": {
    path: LIST,
    endpoint: createSupportLogEntry,
    serve: serveEntry,
    async fill() {
      await openLog();
      const form = page.getByRole("form", { name: "New Entry" });
      await form.getByRole("button", { name: "Note" }).click();
      await form.getByRole("textbox", { name: "Content" }).fill("Wiped the lens");
      return form.getByRole("button", { name: "Create" });
    },
  },
  Reply: {
    path: LIST,
    endpoint: replyToEntry,
    serve: (server) =>
      server.on(replyToEntry, async () => {
        return { status: 201 as const, body: sampleReply({ id: 8 }) };
      }),
    async fill() {
      const opened = await openLog();
      await opened.getByRole("article").first().getByRole("button", { name: "Reply" }).click();
      const form = page.getByRole("form", { name: "Reply" });
      await form.getByRole("textbox", { name: "Content" }).fill("Wiped the lens");
      return form.getByRole("button", { name: "Reply" });
    },
  },
  "Create Support Log from errors": {
    path: LIST,
    endpoint: createSupportLogEntry,
    serve: serveEntry,
    async fill() {
      await openTriage();
      await page
        .getByRole("checkbox", { name: /^Door is stuck/ })
        .first()
        .click();
      await button(/^Create Support Log from/).click();
      const form = page.getByRole("dialog", { name: "Create New Support Log Entry" });
      await form.getByRole("button", { name: "Record" }).click();
      await form.getByRole("textbox", { name: "Content" }).fill("Wiped the lens");
      return form.getByRole("button", { name: "Create" });
    },
  },
  "Attach Errors": {
    path: LIST,
    endpoint: changeStationErrors,
    serve: serveErrors,
    async fill() {
      const opened = await openLog();
      await opened.getByRole("article").first().getByRole("button", { name: "Attach errors" }).click();
      const attaching = page.getByRole("dialog", { name: "Attach Errors" });
      await attaching
        .getByRole("checkbox", { name: /^Door is stuck/ })
        .first()
        .click();
      return attaching.getByRole("button", { name: /^Attach Support Log to/ });
    },
  },
  "Edit station": {
    path: "/stations/gc-000000000001/edit",
    endpoint: editStation,
    serve: (server) =>
      server.on(editStation, async ({ body }) => {
        return { status: 200 as const, body: sampleStation({ description: body.description ?? "" }) };
      }),
    async fill() {
      const form = page.getByRole("form", { name: "Edit station" });
      await form.getByLabelText("Description").fill("On the roof");
      return form.getByRole("button", { name: "Save", exact: true });
    },
  },
  Resolve: {
    path: LIST,
    endpoint: changeStationErrors,
    serve: serveErrors,
    async fill() {
      await openTriage();
      await page
        .getByRole("checkbox", { name: /^Door is stuck/ })
        .first()
        .click();
      await button("Resolve Selected").click();
      const form = page.getByRole("dialog", { name: "Record Trivial Resolution" });
      await form.getByLabelText("Solution").fill("Wiped the lens");
      return form.getByRole("button", { name: "Resolve" });
    },
  },
  "Save SSoT": {
    path: "/ssot/hw-variation",
    endpoint: saveSsotEntry,
    serve: (server) =>
      server.on(saveSsotEntry, async ({ body }) => {
        return { status: 200 as const, body: { ...body, created: NOW } };
      }),
    async fill() {
      await page.getByRole("textbox", { name: "Notes of Atlas 0001" }).fill("Wiped the lens");
      return button(/^(Save|Add) Atlas 0001$/);
    },
  },
};
