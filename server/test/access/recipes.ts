import { createHash } from "node:crypto";
import { accountRecipes, putPasswords } from "./account-recipes.ts";
import { alertRecipes } from "./alert-recipes.ts";
import { channelRecipes, noTests } from "./channel-recipes.ts";
import { deviceRecipes } from "./device-recipes.ts";
import { groupRecipes, newGroup } from "./group-recipes.ts";
import { bulkRecipes } from "./bulk-recipes.ts";
import { importRecipes } from "./import-recipes.ts";
import { maintenanceRecipes } from "./maintenance-recipes.ts";
import { readinessRecipes } from "./readiness-recipes.ts";
import type { Recipe } from "./recipe.ts";
import { signOnRecipes } from "./sign-on-recipes.ts";
import { siteRecipes } from "./site-recipes.ts";
import type { TestServer } from "./test-server.ts";
import { viewRecipes } from "./view-recipes.ts";
import { addUpload, CAMERA, SAMPLE_IMAGE } from "./media.ts";
import { emailOf, PASSWORD } from "./people.ts";
import type { Ids } from "./ids.ts";
import { addWallboard, TIME } from "./seed.ts";

const SINCE = "2026-01-01T00:00:00.000Z";
const CODE = "code-from-the-mail";
const all = { include_support_metrics: true, include_telemetry: true, include_config: true, include_ssot: true };
const nothing = () => ({});
const ROOM = { name: "Operations room", view: null, pages: ["now", "map", "month"], turn_s: 30, theme: "dark" };
const ofStation = ({ station }: Ids) => ({ params: { station } });
const ofEntry = ({ entry }: Ids) => ({ params: { entry } });
const subjectOf = (kind: string, subject: string | number) => ({ params: { kind, subject: String(subject) } });
const ofStream = ({ station, stream }: Ids) => ({ params: { station, stream } });
const ofCamera = ({ station }: Ids) => ({ params: { station, camera: CAMERA } });
const ofAudit = ({ org, station, email }: Ids) => ({ query: { org_id: org, station, actor: email } });
const inOrganization = ({ org }: Ids) => ({ query: { org_id: org } });

/** A recipe for every endpoint, by its name. A variant for the same endpoint has its description in brackets. */
export const recipes: Readonly<Record<string, Recipe>> = {
  getConsoleSettings: { requestFor: nothing },
  getOpenApi: { requestFor: nothing },
  getApiDocs: { requestFor: nothing },

  getSession: { requestFor: nothing },
  logIn: { ready: putPasswords, requestFor: () => ({ body: { email: emailOf("user A"), password: PASSWORD } }) },
  logOut: { requestFor: nothing },
  requestPasswordReset: { requestFor: () => ({ query: { email: emailOf("user A") } }) },
  setPassword: {
    ready: putCode,
    requestFor: () => ({ query: { code: CODE }, body: { email: emailOf("user A"), password: PASSWORD } }),
  },

  listUsers: { requestFor: inOrganization },
  inviteUser: {
    ready: noTests,
    requestFor: ({ org }, fresh) => ({ query: { org_id: org, email: `${fresh}@people.example` } }),
  },
  changePermission: {
    ready: newUser,
    requestFor: ({ email, org }) => ({ query: { email, org_id: org, can_manage: true } }),
  },
  deleteUser: { ready: newUser, requestFor: ({ email, org }) => ({ query: { email, org_id: org } }) },

  listOrganizations: {
    requestFor: () => ({ query: { include_station_quantity: true, include_users_without: true } }),
  },
  createOrganization: { requestFor: (_, fresh) => ({ query: { name: `Organization ${fresh}` } }) },

  listAuditActs: { requestFor: inOrganization },
  "listAuditActs (all)": { requestFor: nothing },
  "listAuditActs (of a station)": { requestFor: ofAudit },
  getAuditAct: { requestFor: ({ audited }) => ({ params: { entry: audited } }) },
  listAuditActors: { requestFor: inOrganization },
  downloadAudit: { requestFor: inOrganization },
  "downloadAudit (of a station)": { requestFor: ofAudit },

  listApiKeys: { requestFor: inOrganization },
  createApiKey: { requestFor: ({ org }) => ({ query: { org_id: org, description: "reports", kind: "general" } }) },
  renewApiKey: { ready: newKey, requestFor: ({ org, key }) => ({ query: { org_id: org, name: key } }) },
  revokeApiKey: { ready: newKey, requestFor: ({ org, key }) => ({ query: { org_id: org, name: key } }) },

  listWallboards: { requestFor: inOrganization },
  createWallboard: { requestFor: ({ org }) => ({ query: { org_id: org }, body: { ...ROOM, days: 90 } }) },
  changeWallboard: {
    ready: newWallboard,
    requestFor: ({ wallboard }) => ({ params: { wallboard }, body: { ...ROOM, name: "Lobby", rev: 1 } }),
  },
  renewWallboard: {
    ready: newWallboard,
    requestFor: ({ wallboard }) => ({ params: { wallboard }, body: { days: 30 } }),
  },
  revokeWallboard: { ready: newWallboard, requestFor: ({ wallboard }) => ({ params: { wallboard } }) },

  // Only its token decides.
  getWall: { requestFor: () => ({ headers: { authorization: `Bearer wall_aaaaaaaaaa.${"A".repeat(43)}` } }) },

  listStations: { requestFor: () => ({ query: all }) },
  "listStations (one)": { requestFor: ({ station }) => ({ query: { ...all, station_name: station } }) },
  "listStations (changes)": { requestFor: () => ({ query: { ...all, filter_online_after: SINCE } }) },
  "listStations (replaceables)": { requestFor: () => ({ query: { include_replaceables: true } }) },
  listStationPage: { requestFor: () => ({ query: { ...all, limit: 200, filters: "retired" } }) },
  "listStationPage (named)": { requestFor: ({ station }) => ({ query: { names: station } }) },
  "listStationPage (replaceables)": { requestFor: () => ({ query: { include_replaceables: true } }) },
  mapListedStations: { requestFor: () => ({ query: { zoom: 2, area: "-180,-85,180,85" } }) },
  countListedStations: { requestFor: () => ({ query: { group: "support" } }) },
  getStation: { requestFor: (ids) => ({ ...ofStation(ids), query: all }) },
  "getStation (replaceables)": { requestFor: (ids) => ({ ...ofStation(ids), query: { include_replaceables: true } }) },
  watchLive: { requestFor: ({ station }) => ({ query: { include_config: true, after: SINCE, names: station } }) },
  "watchLive (replaceables)": { requestFor: () => ({ query: { include_replaceables: true } }) },
  createStation: {
    requestFor: ({ org }, fresh) => ({
      body: { name: nameOf(fresh), serial_number: fresh, api_version: "1.0.0", org_id: org },
    }),
  },
  editStation: {
    requestFor: (ids, fresh) => ({ ...ofStation(ids), body: { description: fresh.slice(0, 50), org_id: ids.org } }),
  },
  resetLinkState: { requestFor: ofStation },
  addStationLocation: {
    requestFor: (ids) => ({ ...ofStation(ids), body: { location: { lat: 47.5, lng: 8.25 }, purpose: "service" } }),
  },
  getStationTypes: { requestFor: nothing },

  listStationConfigs: { requestFor: ofStation },
  listOlderConfigs: { requestFor: () => ({ query: { station_type: "atlas" } }) },
  listSsotEntries: { requestFor: ofStation },
  saveSsotEntry: {
    requestFor: (ids) => ({ ...ofStation(ids), headers: { "if-match": "*" }, body: { notes: "as built" } }),
  },
  saveReplaceables: {
    requestFor: (ids) => ({ ...ofStation(ids), headers: { "if-match": "*" }, body: { belt: true } }),
  },

  getStationHistory: {
    requestFor: (ids) => ({ ...ofStation(ids), query: { include_online: true, filter_after: SINCE } }),
  },
  getOrganizationHistory: { requestFor: inOrganization },
  getOrganizationActivity: { requestFor: nothing },
  getSwapStats: { requestFor: ({ station }) => ({ query: { names: station } }) },
  getSwapSuccess: { requestFor: inOrganization },
  listSwapAttempts: { requestFor: ofStation },

  getAvailability: { requestFor: ({ org }) => ({ query: { org_id: org, month: "2026-10" } }) },
  listReportRecipients: { requestFor: ({ org }) => ({ query: { org_id: org } }) },
  changeReportRecipients: { requestFor: ({ org, person }) => ({ body: { org_id: org, add: [person], remove: [] } }) },
  // Nothing was recorded.
  sendMyReport: { requestFor: ({ org }) => ({ body: { org_id: org, month: "2026-10" } }) },
  "getAvailability (range)": { requestFor: () => ({ query: { from: "2026-01-01", to: "2026-06-30" } }) },

  listStationErrors: { requestFor: (ids) => ({ ...ofStation(ids), query: { limit: 1_000, filter_after: SINCE } }) },
  changeStationErrors: {
    requestFor: (ids) => ({ ...ofStation(ids), body: [{ id: ids.error, solution: "Replaced the belt." }] }),
  },
  "changeStationErrors (attach)": {
    requestFor: (ids) => ({ ...ofStation(ids), body: [{ id: ids.error, supportlog_entry_id: ids.entry }] }),
  },

  ...groupRecipes,
  ...importRecipes,
  ...maintenanceRecipes,
  ...bulkRecipes,
  ...readinessRecipes,
  ...siteRecipes,
  ...viewRecipes,
  listStationOwners: { requestFor: nothing },
  listIncidentOwners: { requestFor: nothing },
  listAssignees: { requestFor: nothing },
  changeOwnership: {
    ready: newGroup,
    requestFor: ({ group }) => ({ ...subjectOf("group", group), body: { act: "acknowledge", rev: null } }),
  },
  "changeOwnership (incident)": {
    requestFor: ({ entry }) => ({ ...subjectOf("incident", entry), body: { act: "release", rev: null } }),
  },
  "changeOwnership (assign)": {
    ready: newGroup,
    requestFor: ({ group, person }) => ({
      ...subjectOf("group", group),
      body: { act: "assign", owner_id: person, rev: null },
    }),
  },
  keepViewing: { requestFor: ({ group }) => subjectOf("group", group) },
  listOwnershipHistory: { requestFor: ({ station }) => subjectOf("station", station) },

  ...alertRecipes,
  ...channelRecipes,
  ...accountRecipes,
  ...signOnRecipes,
  ...deviceRecipes,

  listCameras: { requestFor: ofStation },
  headCameraImage: { requestFor: ofCamera },
  getCameraImage: { requestFor: (ids) => ({ ...ofCamera(ids), query: { t: "1" } }) },
  takeImages: { requestFor: ({ station }) => ({ params: { station, camera: "*" }, body: { lights_on: true } }) },
  uploadImage: { ready: newUpload, requestFor: ({ upload }) => ({ params: { token: upload }, bytes: SAMPLE_IMAGE }) },
  "uploadImage (not an image)": { ready: newUpload, requestFor: ({ upload }) => ({ params: { token: upload } }) },
  openStream: { requestFor: (ids) => ({ ...ofStation(ids), body: { cameras: [CAMERA] } }) },
  addIceCandidate: {
    requestFor: (ids) => ({ ...ofStream(ids), body: { candidate: "", sdp_mid: "0", sdp_m_line_index: 0 } }),
  },
  answerStream: { requestFor: (ids) => ({ ...ofStream(ids), body: { type: "answer", sdp: "v=0" } }) },
  keepStreamOpen: { requestFor: ofStream },
  closeStream: { requestFor: ofStream },

  listQuarantinedEvents: { requestFor: ({ station }) => ({ query: { station } }) },
  listRejectedConnections: { requestFor: nothing },
  getBroker: { requestFor: nothing },
  listLimitedStations: { requestFor: nothing },
  getRestoreProgress: { requestFor: nothing },
  listBackups: { requestFor: nothing },
  getSystem: { requestFor: nothing },
  getConsoleStatus: { requestFor: nothing },
  getStationNotices: { requestFor: ofStation },
  listViolations: { requestFor: nothing },
  reportViolations: {
    requestFor: () => ({ body: { "csp-report": { "document-uri": "https://elsewhere.example/" } } }),
  },
  listInvalidMessages: { requestFor: nothing },

  listSupportLogEntries: { requestFor: () => ({ query: { filter_after: SINCE } }) },
  searchSupportLog: { requestFor: () => ({ query: { q: "roof" } }) },
  listStationSupportLog: { requestFor: ofStation },
  listEntryErrors: { requestFor: ofEntry },
  listAttachedErrors: { requestFor: (ids) => ({ query: { entries: String(ids.entry) } }) },
  createSupportLogEntry: {
    requestFor: (ids) => ({ ...ofStation(ids), body: entry("incident_needs_action", ids) }),
  },
  replyToEntry: { requestFor: (ids) => ({ ...ofEntry(ids), body: entry("record", ids) }) },
  changeEntryStatus: { requestFor: (ids) => ({ ...ofEntry(ids), body: { status: "incident_pending", public: null } }) },
  publishEntry: { requestFor: ofEntry },
  unpublishEntry: { requestFor: ofEntry },
  listSupportLogTags: { requestFor: nothing },
  createSupportLogTag: {
    requestFor: (_, fresh) => ({ body: { name: `tag-${fresh}`, alert_target: "ops@alerts.example" } }),
  },
  "createSupportLogTag (alias)": {
    requestFor: ({ tag }, fresh) => ({ body: { name: `tag-${fresh}`, alias_for_id: tag } }),
  },
};

function entry(status: string, { error, tag }: Ids) {
  return { content: "The belt is worn.", status, attached_errors: [error], tags: [tag], public: true };
}

/** A station name made from any text. */
function nameOf(fresh: string): string {
  return `gc-${createHash("sha256").update(fresh).digest("hex").slice(0, 12)}`;
}

let made = 0;

async function newUser({ db, ours }: TestServer) {
  made += 1;
  const email = `made-${made}@people.example`;
  await db.insertInto("users").values({ email, org_id: ours.org }).execute();
  return { email };
}

async function newUpload({ db, ours }: TestServer) {
  return { upload: await addUpload(db, ours.station) };
}

/** An error that belongs to no entry yet. */
export async function newError({ db, ours }: TestServer) {
  const { id } = await db
    .insertInto("station_errors")
    .values({ station_name: ours.station, error_message: "Door stuck", time_logged: TIME })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { error: id };
}

async function newWallboard({ db, ours }: TestServer) {
  made += 1;
  return { wallboard: await addWallboard(db, ours.org, `wall_made${made}`) };
}

async function newKey({ db, ours }: TestServer) {
  made += 1;
  const key = `key_${`made${made}`.padStart(10, "x")}`;
  const secret_hash = Buffer.alloc(32);
  await db
    .insertInto("api_keys")
    .values({ name: key, org_id: ours.org, description: "", created_by: "", secret_hash })
    .execute();
  return { key };
}

async function putCode({ db }: TestServer) {
  const user = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", emailOf("user A"))
    .executeTakeFirstOrThrow();
  const code_hash = createHash("sha256").update(CODE).digest();
  const times = { created: new Date().toISOString(), expires: new Date(Date.now() + 60_000).toISOString() };
  await db
    .insertInto("password_codes")
    .values({ user_id: user.id, code_hash, ...times })
    .onConflict((same) => same.column("user_id").doUpdateSet({ code_hash, ...times }))
    .execute();
  return {};
}
