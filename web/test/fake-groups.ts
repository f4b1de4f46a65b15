import type { Input } from "@groundcrew/shared/contract";
import {
  archiveErrorGroups,
  downloadErrorGroups,
  getErrorGroup,
  getGroupFirmwares,
  getGroupVariation,
  listErrorGroups,
  listGroupEntries,
  listGroupErrors,
  listGroupFilters,
  listGroupHistory,
  listGroupStations,
  mergeErrorGroups,
  previewGroupPattern,
  resolveErrorGroups,
  summarizeErrorGroups,
  unarchiveErrorGroups,
  type ErrorGroup,
  type ErrorGroupState,
} from "@groundcrew/shared/error-groups";
import { changeOwnership } from "@groundcrew/shared/ownership";
import { sampleGroup } from "../../shared/test/sample-group.ts";
import { ownedBy } from "./fake-ownership.ts";
import { csvBody, Rejection, type FakeServer } from "./fake-server.ts";

const PAGE = 100;

const isOpen = ({ state }: ErrorGroup) => state !== "archived" && state !== "resolved";
const tabs = {
  open: isOpen,
  mine: ({ owner }: ErrorGroup) => owner?.owner_id === 1,
  archived: ({ state }: ErrorGroup) => state === "archived",
  resolved: ({ state }: ErrorGroup) => state === "resolved",
};

type GroupsQuery = Pick<Input<typeof listErrorGroups>["query"], "tab" | "state" | "own" | "q">;

function found(groups: readonly ErrorGroup[], { tab, state, own, q = "" }: GroupsQuery): ErrorGroup[] {
  return groups
    .filter(tabs[tab])
    .filter((group) => state === undefined || state === group.state)
    .filter(({ owner }) => own !== "unassigned" || owner === null)
    .filter(({ title }) => title.toLowerCase().includes(q.toLowerCase()));
}

/** Serves groups of errors, and changes them as the calls say. The person who acts has the id 1. */
export function serveGroups(server: FakeServer, initial: readonly ErrorGroup[]) {
  const known = new Map(initial.map((group) => [group.id, group]));
  const all = () => [...known.values()];
  const sum = (groups: readonly ErrorGroup[]) => groups.reduce((errors, { open }) => errors + open, 0);

  server.on(downloadErrorGroups, async ({ query }) => ({
    status: 200 as const,
    body: csvBody(["Group,Error", ...found(all(), query).map(({ id, title }) => `${id},${title}`)].join("\r\n")),
  }));
  server.on(listErrorGroups, async ({ query }) => {
    const listed = found(all(), query);
    const start = Number(query.cursor ?? 0);
    const count = (tab: keyof typeof tabs) => all().filter(tabs[tab]).length;
    const open = all().filter(isOpen);
    return {
      status: 200 as const,
      body: {
        groups: listed.slice(start, start + PAGE),
        next: listed.length > start + PAGE ? String(start + PAGE) : null,
        counts: { open: count("open"), mine: count("mine"), archived: count("archived"), resolved: count("resolved") },
        totals: {
          errors: sum(open),
          stations: 63,
          groups: open.length,
          archived: 0,
          attached: 0,
          stations_maintained: 0,
        },
      },
    };
  });
  server.on(listGroupFilters, async () => ({
    status: 200 as const,
    body: { job_types: ["charge", "swap_drone"], firmwares: ["1.4.3", "1.4.1"] },
  }));
  server.on(summarizeErrorGroups, async ({ query }) => {
    const ids = new Set(query.groups.split(",").map(Number));
    return { status: 200 as const, body: { errors: sum(all().filter(({ id }) => ids.has(id))), stations: 21 } };
  });
  server.on(getGroupFirmwares, async () => ({
    status: 200 as const,
    body: [
      { version: "1.4.3", stations: 20, stations_of_group: 16 },
      { version: "1.4.1", stations: 4, stations_of_group: 1 },
    ],
  }));
  server.on(previewGroupPattern, async () => ({
    status: 200 as const,
    body: all().map(({ id, title }) => ({ id, title })),
  }));
  server.on(listGroupStations, async () => ({ status: 200 as const, body: { stations: [], next: null } }));
  server.on(listGroupErrors, async () => ({ status: 200 as const, body: { errors: [], next: null } }));
  server.on(listGroupHistory, async () => ({ status: 200 as const, body: { entries: [], next: null } }));
  server.on(getGroupVariation, async () => ({ status: 200 as const, body: { errors: 0, variations: [] } }));
  server.on(listGroupEntries, async () => ({ status: 200 as const, body: [] }));
  serveActs(server, known);
  return known;
}

function serveActs(server: FakeServer, known: Map<number, ErrorGroup>): void {
  function change(seen: readonly { id: number; rev: number }[], changed: Partial<ErrorGroup>): ErrorGroup[] {
    const groups = seen.map(({ id, rev }) => {
      const group = known.get(id) ?? sampleGroup({ id });
      if (group.rev !== rev) throw new Rejection(412, `Group ${id} was changed: Lee Tran archived it.`);
      return { ...group, ...changed, rev: rev + 1 };
    });
    for (const group of groups) known.set(group.id, group);
    return groups;
  }
  const existing = (id: number): ErrorGroup => {
    const group = known.get(id);
    if (!group) throw new Rejection(404, "Not found, or you don't have access to it.");
    return group;
  };
  const kind = { job_type: "charge", station_type: "atlas" };
  const to = (state: ErrorGroupState): Partial<ErrorGroup> => ({ state });

  server.on(getErrorGroup, async ({ params }) => ({
    status: 200 as const,
    body: {
      ...existing(params.group),
      merged_into: null,
      merge_pattern: "Charger * is hot",
      days30: Array.from({ length: 30 }, () => 1),
      firmwares: [],
      fingerprints: [
        { ...kind, id: 1, pattern: "Charger slot <n> answered with abnormal voltage <n>", total: 600 },
        { ...kind, id: 2, pattern: "Charger <n> is hot", total: 11 },
      ],
      incidents: [{ id: 412, station: "gc-000000000001", serial_number: "Atlas 0031" }],
      entries: 1,
      stations_maintained: 1,
      readiness_effect: "automatic" as const,
    },
  }));
  server.on(resolveErrorGroups, async ({ body }) => {
    const errors = body.groups.reduce((sum, { id }) => sum + (known.get(id)?.open ?? 0), 0);
    const groups = change(body.groups, { ...to("resolved"), open: 0 });
    return { status: 200 as const, body: { groups, errors } };
  });
  server.on(archiveErrorGroups, async ({ body }) => ({
    status: 200 as const,
    body: { groups: change(body.groups, to("archived")) },
  }));
  server.on(unarchiveErrorGroups, async ({ body }) => ({
    status: 200 as const,
    body: { groups: change(body.groups, to("ongoing")) },
  }));
  server.on(mergeErrorGroups, async ({ body }) => {
    const groups = change(body.groups, {});
    for (const { id } of body.groups) if (id !== body.into) known.delete(id);
    return { status: 200 as const, body: { groups: groups.filter(({ id }) => id === body.into) } };
  });
  serveOwners(server, known);
}

function serveOwners(server: FakeServer, known: Map<number, ErrorGroup>): void {
  server.on(changeOwnership, async ({ params: { subject }, body: { owner_id, rev } }) => {
    const group = known.get(Number(subject)) ?? sampleGroup();
    if ((group.owner?.rev ?? null) !== rev)
      throw new Rejection(409, "Lee Tran acknowledged this 8 seconds before you.");
    const owner = ownedBy(owner_id ?? 1);
    known.set(group.id, { ...group, owner });
    return { status: 200 as const, body: { ownership: owner } };
  });
}
