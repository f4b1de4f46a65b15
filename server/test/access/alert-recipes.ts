import { sql } from "kysely";
import { usualRules } from "@groundcrew/shared/alerts";
import { HOUR_MS } from "@groundcrew/shared/lib";
import { addAlert } from "../alerts.ts";
import type { Recipe } from "./recipe.ts";
import type { Ids } from "./ids.ts";
import { addRule } from "./seed.ts";
import type { TestServer } from "./test-server.ts";

const ofRule = ({ rule }: Ids) => ({ params: { rule } });
const ofAlert = ({ alert }: Ids) => ({ params: { alert } });
const condition = { kind: "offline", minutes: 10 };
const [usual] = usualRules();
const ofStations = ({ station }: Ids) => ({ kind: "stations", names: [station] });
const ofSite = ({ site }: Ids) => ({ kind: "sites", site_ids: [site] });
const ofOrganization = ({ org }: Ids) => ({ kind: "organizations", org_ids: [org] });

function ruleOf({ channel, person }: Ids, fresh: string, scope: object) {
  return {
    ...usual,
    name: fresh.slice(0, 60),
    scope,
    channels: [channel],
    steps: [{ after_minutes: 10, channels: [channel], people: [person], through_quiet: false }],
  };
}

/** Recipes for calls about alert rules. */
export const alertRecipes: Readonly<Record<string, Recipe>> = {
  listAlertRules: { requestFor: () => ({}) },
  "listAlertRules (customers)": { requestFor: () => ({ query: { whose: "customers" } }) },
  listUncoveredStations: { requestFor: () => ({}) },
  listAlertPeople: { requestFor: ({ org }) => ({ query: { org_id: org } }) },
  previewAlertRule: {
    requestFor: ({ org }) => ({
      query: { draft: JSON.stringify({ condition, scope: { kind: "all" }, org_id: org }) },
    }),
  },
  getAlertRule: { requestFor: ofRule },
  createAlertRule: {
    ready: noRules,
    requestFor: (ids, fresh) => ({ body: { ...ruleOf(ids, fresh, ofStations(ids)), org_id: ids.org } }),
  },
  "createAlertRule (organizations)": {
    ready: noRules,
    requestFor: (ids, fresh) => ({ body: { ...ruleOf(ids, fresh, ofOrganization(ids)), org_id: ids.org } }),
  },
  "createAlertRule (sites)": {
    ready: noRules,
    requestFor: (ids, fresh) => ({ body: { ...ruleOf(ids, fresh, ofSite(ids)), org_id: ids.org } }),
  },
  createUsualRules: { ready: noRules, requestFor: () => ({ body: { channels: [] } }) },
  "createUsualRules (for a channel)": {
    ready: noRules,
    requestFor: ({ channel }) => ({ body: { channels: [channel] } }),
  },
  changeAlertRule: {
    ready: newRule,
    requestFor: (ids, fresh) => ({ ...ofRule(ids), body: { ...ruleOf(ids, fresh, ofStations(ids)), rev: 1 } }),
  },
  "changeAlertRule (organizations)": {
    ready: newRule,
    requestFor: (ids, fresh) => ({
      ...ofRule(ids),
      body: { ...ruleOf(ids, fresh, ofOrganization(ids)), rev: 1 },
    }),
  },
  "changeAlertRule (sites)": {
    ready: newRule,
    requestFor: (ids, fresh) => ({ ...ofRule(ids), body: { ...ruleOf(ids, fresh, ofSite(ids)), rev: 1 } }),
  },
  switchAlertRule: {
    ready: newRule,
    requestFor: (ids) => ({ ...ofRule(ids), body: { enabled: false, reason: null, rev: 1 } }),
  },
  listAlerts: { requestFor: ({ org }) => ({ query: { org_id: org } }) },
  "listAlerts (all)": { requestFor: () => ({}) },
  "listAlerts (of a station)": { requestFor: ({ station }) => ({ query: { station } }) },
  summarizeAlerts: { requestFor: () => ({}) },
  getAlert: { requestFor: ofAlert },
  muteAlert: {
    ready: newAlert,
    requestFor: (ids) => ({
      ...ofAlert(ids),
      body: { until: new Date(Date.now() + HOUR_MS).toISOString(), why: "New belt.", rev: 1 },
    }),
  },
  unmuteAlert: { ready: newAlert, requestFor: (ids) => ({ ...ofAlert(ids), query: { rev: 1 } }) },
  changeAlertOwner: {
    ready: newAlert,
    requestFor: (ids) => ({ ...ofAlert(ids), body: { act: "acknowledge", rev: null } }),
  },
  "changeAlertOwner (assign)": {
    ready: newAlert,
    requestFor: (ids) => ({ ...ofAlert(ids), body: { act: "assign", owner_id: ids.person, rev: null } }),
  },
  deleteAlertRule: { ready: newRule, requestFor: (ids) => ({ ...ofRule(ids), query: { rev: 1 } }) },
};

/** Removes rules that earlier requests have created: an organization may have only some, and none for the usual ones. */
async function noRules({ db, ours, theirs }: TestServer) {
  await sql`delete from alert_rules where id not in (${ours.rule}, ${theirs.rule})`.execute(db);
  return {};
}

async function newRule(system: TestServer) {
  await noRules(system);
  return { rule: await addRule(system.db, system.ours.org, "Made") };
}

let made = 0;

async function newAlert({ db, ours }: TestServer) {
  made += 1;
  return { alert: await addAlert(db, ours.station, { org_id: ours.org, subject: `station:${made}` }) };
}
