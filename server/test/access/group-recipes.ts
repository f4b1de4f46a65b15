import { sql } from "kysely";
import type { Ids } from "./ids.ts";
import type { Recipe } from "./recipe.ts";
import { addGroup, TIME } from "./seed.ts";
import type { TestServer } from "./test-server.ts";

const ofGroup = ({ group }: Ids) => ({ params: { group } });

/** Recipes for calls about groups of errors. */
export const groupRecipes: Readonly<Record<string, Recipe>> = {
  listErrorGroups: { requestFor: ({ org }) => ({ query: { include_all: true, org_id: org } }) },
  downloadErrorGroups: { requestFor: ({ org }) => ({ query: { include_all: true, org_id: org } }) },
  getErrorGroup: { requestFor: ofGroup },
  listGroupStations: { requestFor: ofGroup },
  listGroupErrors: { requestFor: ofGroup },
  listGroupHistory: { requestFor: ofGroup },
  listGroupEntries: { requestFor: ofGroup },
  getGroupVariation: { requestFor: ofGroup },
  getGroupFirmwares: { requestFor: ofGroup },
  summarizeErrorGroups: { requestFor: ({ group }) => ({ query: { groups: String(group) } }) },
  listGroupFilters: { requestFor: () => ({}) },
  previewGroupPattern: { requestFor: () => ({ query: { pattern: "Door *" } }) },
  resolveErrorGroups: {
    ready: newGroup,
    requestFor: (ids) => ({ body: { groups: [{ id: ids.group, rev: 1 }], solution: "Replaced the belt." } }),
  },
  archiveErrorGroups: {
    ready: newGroup,
    requestFor: (ids) => ({ body: { groups: [{ id: ids.group, rev: 1 }], errors: 5, why: "Known." } }),
  },
  unarchiveErrorGroups: {
    ready: newArchived,
    requestFor: (ids) => ({ body: { groups: [{ id: ids.group, rev: 1 }] } }),
  },
  mergeErrorGroups: {
    ready: newGroups,
    requestFor: ({ group, otherGroup }) => ({
      body: { groups: [group, otherGroup].map((id) => ({ id, rev: 1 })), into: group },
    }),
  },
  removeGroupFingerprint: {
    ready: newGroup,
    requestFor: ({ group, fingerprint }) => ({ params: { group, fingerprint }, query: { rev: 1 } }),
  },

  setGroupReadinessEffect: {
    ready: newGroup,
    requestFor: ({ group }) => ({ params: { group }, body: { rev: 1, effect: "block" } }),
  },
  splitErrorGroup: {
    ready: newGroup,
    requestFor: ({ group, fingerprint }) => ({ params: { group }, body: { rev: 1, fingerprint, placeholder: 0 } }),
  },
};

let made = 0;

export async function newGroup({ db }: TestServer) {
  made += 1;
  return addGroup(db, `made ${made}`);
}

async function newArchived(system: TestServer) {
  const made = await newGroup(system);
  const archive = {
    until: null,
    errors: 5,
    stations: null,
    newer_than: null,
    if_escalates: true,
    why: "Known",
    by: "Kari",
  };
  const stored = JSON.stringify({ ...archive, at: TIME, errors_before: 0, stations_before: 0 });
  await sql`update error_groups set state = 'archived', archive = ${stored} where id = ${made.group}`.execute(
    system.db,
  );
  return made;
}

async function newGroups(system: TestServer) {
  const { group: otherGroup } = await newGroup(system);
  return { ...(await newGroup(system)), otherGroup };
}
