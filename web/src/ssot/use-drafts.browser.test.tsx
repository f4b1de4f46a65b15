import { QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { isConflict, rowState, saveSsotEntry, shownValue, type SavedEntry } from "@groundcrew/shared/ssot";
import { getStation } from "@groundcrew/shared/stations";
import { describe, expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { fakeClock } from "../../test/clock.ts";
import { admin, customer } from "../../test/fake-console.ts";
import { Rejection, startFakeServer } from "../../test/fake-server.ts";
import { serveSsot } from "../../test/fake-ssot.ts";
import { numberedStation } from "../../test/fake-stations.ts";
import { clearDrafts } from "../lib/index.ts";
import { makeQueryClient } from "../data/query-client.ts";
import { UiProvider } from "../ui/index.ts";
import { useDrafts } from "./use-drafts.tsx";

const station = numberedStation(1);
const { name } = station;

type Hook = ReturnType<typeof useDrafts>;

/** Renders the hook for a user, with a newest revision that can be replaced as when the stations are loaded again. */
function renderDrafts(user: SessionUser, revision: SavedEntry | null) {
  const element = document.createElement("div");
  document.body.append(element);
  const root = createRoot(element);
  const client = makeQueryClient();
  const renders: Hook[] = [];
  let latest = revision;

  function Subject({ revision }: { revision: SavedEntry | null }) {
    const stations = new Map([[name, { ...station, ssot_latest: revision }]]);
    renders.push(useDrafts({ user, kind: "ssot", stations }));
    return null;
  }

  function render(revision: SavedEntry | null): void {
    latest = revision;
    root.render(
      <QueryClientProvider client={client}>
        <UiProvider>
          <Subject revision={revision} />
        </UiProvider>
      </QueryClientProvider>,
    );
  }

  async function rendered(): Promise<Hook> {
    await expect.poll(() => renders.length).toBeGreaterThan(0);
    const hook = renders.at(-1);
    if (!hook) throw new Error("The hook was not rendered.");
    return hook;
  }

  function close(): void {
    root.unmount();
    element.remove();
  }

  render(revision);
  onTestFinished(close);
  return {
    close,
    /** Passes a newer revision to the hook. */
    render,
    save: async () => (await rendered()).save(station),
    edit: async (value: string) => (await rendered()).drafts.edit(name, latest, { field: "notes", value }),
    draft: () => renders.at(-1)?.drafts.find(name),
    unsaved: () => renders.at(-1)?.drafts.unsaved(),
  };
}

/** A server with an entry of the station, and the hook of an admin who has loaded it. */
function openDrafts() {
  const server = startFakeServer();
  const ssot = serveSsot(server, [station], { [name]: { ssot: { notes: "one", address: "Dock 4" } } });
  return { server, ssot, ...renderDrafts(admin, ssot.latestRevision("ssot", name)) };
}

describe("saving a row", () => {
  test("sends all its fields, and marks the row as saved for 5 seconds", async () => {
    const clock = fakeClock();
    const { server, ssot, edit, save, draft, unsaved, render } = openDrafts();
    await edit("mine");
    expect(unsaved()).toEqual([name]);
    await save();
    expect(draft()?.saving).toEqual({ state: "saving" });
    await expect.poll(() => draft()?.saving).toEqual({ state: "saved" });
    expect(unsaved()).toEqual([]);
    expect(server.requestsTo(saveSsotEntry).map(({ body }) => body)).toEqual([{ notes: "mine", address: "Dock 4" }]);
    await clock.pass(4_000);
    expect(draft()?.saving).toEqual({ state: "saved" });
    await clock.pass(1_000);
    expect(draft()?.saving).toEqual({ state: "idle" });
    render(ssot.latestRevision("ssot", name));
    await expect.poll(draft).toBeUndefined();
  });

  test("does nothing without changes, or while the row is already being saved", async () => {
    const { server, edit, save, draft } = openDrafts();
    await save();
    await edit("one");
    await save();
    expect(server.requestsTo(saveSsotEntry)).toEqual([]);
    await edit("mine");
    await save();
    await save();
    await expect.poll(() => draft()?.saving).toEqual({ state: "saved" });
    expect(server.requestsTo(saveSsotEntry)).toHaveLength(1);
  });

  test("keeps what is typed meanwhile as an unsaved change", async () => {
    const { edit, save, draft, unsaved } = openDrafts();
    await edit("mine");
    await save();
    await edit("mine, and more");
    await expect.poll(() => draft()?.saving).toEqual({ state: "saved" });
    const row = draft()?.row;
    expect(row && [shownValue(row, "notes"), rowState(row)]).toEqual(["mine, and more", "edited"]);
    expect(unsaved()).toEqual([name]);
  });

  test("that fails keeps the changes, and says why in the row and in a toast", async () => {
    const { server, edit, save, draft, unsaved } = openDrafts();
    server.on(saveSsotEntry, async () => {
      throw new Rejection(422, "Use at most 200 fields.");
    });
    await edit("mine");
    await save();
    await expect
      .poll(() => draft()?.saving)
      .toEqual({ state: "failed", sentence: "Not saved: Use at most 200 fields." });
    await expect.element(page.getByRole("alert")).toMatchTextContent("Atlas 0001 was not saved. The changes are kept.");
    expect(unsaved()).toEqual([name]);
  });
});

describe("a save that is based on an older revision", () => {
  test("shows what someone else has saved beside the changes, and can be saved again", async () => {
    const { ssot, edit, save, draft } = openDrafts();
    await edit("mine");
    ssot.save("ssot", name, { notes: "theirs", address: "Dock 5" });
    await save();
    await expect.poll(() => draft()?.saving).toEqual({ state: "idle" });
    const row = draft()?.row;
    expect(row && [rowState(row), isConflict(row, "notes")]).toEqual(["outdated", true]);
    expect(row && [shownValue(row, "notes"), shownValue(row, "address")]).toEqual(["mine", "Dock 5"]);
    await save();
    await expect.poll(() => draft()?.saving).toEqual({ state: "saved" });
    expect(ssot.latestRevision("ssot", name)).toMatchObject({ notes: "mine", address: "Dock 5" });
  });

  test("keeps the changes when the newer revision could not be loaded, until the stations are loaded again", async () => {
    const { server, ssot, edit, save, draft, render } = openDrafts();
    server.on(getStation, async () => {
      throw new TypeError("Failed to fetch");
    });
    await edit("mine");
    ssot.save("ssot", name, { notes: "theirs", address: "Dock 5" });
    await save();
    await expect.poll(() => draft()?.saving).toEqual({ state: "idle" });
    const draftAddress = (row = draft()?.row) => row && shownValue(row, "address");
    expect(draftAddress()).toBe("Dock 4");
    render(ssot.latestRevision("ssot", name));
    await expect.poll(() => draftAddress()).toBe("Dock 5");
  });
});

describe("the drafts of a user", () => {
  test("are those of every table of the same kind, also after it was closed", async () => {
    const { ssot, edit, close } = openDrafts();
    await edit("mine");
    close();
    const again = renderDrafts(admin, ssot.latestRevision("ssot", name));
    await expect.poll(again.unsaved).toEqual([name]);
  });

  test("are not those of another user, and end when another user logs in", async () => {
    const { ssot, edit, unsaved } = openDrafts();
    await edit("mine");
    const other = renderDrafts(customer, ssot.latestRevision("ssot", name));
    await expect.poll(other.unsaved).toEqual([]);
    clearDrafts({ except: admin.email });
    expect(unsaved()).toEqual([name]);
    clearDrafts({ except: customer.email });
    expect(unsaved()).toEqual([]);
  });
});
