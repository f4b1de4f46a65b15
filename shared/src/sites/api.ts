import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { numberInQuery, orgIdInQuery } from "../lib/index.ts";
import { stationName } from "../telemetry/index.ts";
import { newSites, site, siteEdit, siteId, siteRecord, siteSuggestion } from "./site.ts";
import { newTag, stationTag, tagEdit, tagId, tagMerge, tagRecord } from "./tag.ts";

const ofOrganization = z.strictObject({ org_id: orgIdInQuery.optional() });
const siteParams = z.object({ site: numberInQuery.pipe(siteId) });
const tagParams = z.object({ tag: numberInQuery.pipe(tagId) });

export const listSites = endpoint({
  name: "listSites",
  summary: "The sites that the caller may see, or those of one organization, by name; at most 10,000.",
  method: "GET",
  path: "/api/sites",
  access: "user",
  keyScope: "read_fleet",
  topics: ["sites"],
  query: ofOrganization,
  refusals: [404],
  replies: { 200: z.array(site) },
});

export const createSites = endpoint({
  name: "createSites",
  summary:
    "Creates sites, and gives stations of their organizations the new sites: all of it or nothing. 409 when a name is taken, a station has a site, or an organization would have more than 2,000.",
  method: "POST",
  path: "/api/sites",
  access: "manager",
  keyScope: null,
  topics: ["sites", "station"],
  idempotencyKey: true,
  body: newSites,
  refusals: [404, 409],
  replies: { 201: z.array(siteRecord) },
});

export const changeSite = endpoint({
  name: "changeSite",
  summary:
    "Changes the given fields of a site. 412 when someone else has changed it since the caller's `rev`, 409 when the name is taken.",
  method: "PATCH",
  path: "/api/sites/:site",
  access: "manager",
  keyScope: null,
  topics: ["sites", "station"],
  params: siteParams,
  body: siteEdit,
  refusals: [409, 412],
  replies: { 200: siteRecord },
});

export const deleteSite = endpoint({
  name: "deleteSite",
  summary:
    "Deletes a site. Its stations have none afterwards. 409 while alert rules, shared views or wallboards use it.",
  method: "DELETE",
  path: "/api/sites/:site",
  access: "manager",
  keyScope: null,
  topics: ["sites", "station"],
  params: siteParams,
  refusals: [409],
  replies: { 204: z.null() },
});

export const listSiteSuggestions = endpoint({
  name: "listSiteSuggestions",
  summary:
    "Sites that could be created for stations without one: those within 500 m of each other, or with the same deployment location if they have no coordinates. Not for stations within an existing one. By organization and name; at most 200, each of at most 2,000 stations. Nothing is created by itself.",
  method: "GET",
  path: "/api/sites/suggestions",
  access: "manager",
  keyScope: null,
  topics: ["sites"],
  query: ofOrganization,
  refusals: [404],
  replies: { 200: z.array(siteSuggestion) },
});

export const ignoreSiteSuggestion = endpoint({
  name: "ignoreSiteSuggestion",
  summary: "No longer suggests a site for these stations, until another station is at the same place.",
  method: "POST",
  path: "/api/sites/suggestions/ignored",
  access: "manager",
  keyScope: null,
  topics: ["sites"],
  body: z.strictObject({ stations: z.array(stationName).min(1, "Choose at least one station.").max(2_000) }),
  refusals: [404],
  replies: { 204: z.null() },
});

export const listStationTags = endpoint({
  name: "listStationTags",
  summary:
    "The tags of stations that the caller may see, or those of one organization, by name; at most 10,000. Tags of support-log entries are others.",
  method: "GET",
  path: "/api/station-tags",
  access: "user",
  keyScope: "read_fleet",
  topics: ["sites"],
  query: ofOrganization,
  refusals: [404],
  replies: { 200: z.array(stationTag) },
});

export const createStationTag = endpoint({
  name: "createStationTag",
  summary: "Creates a tag of stations. 409 when the name is taken, or the organization has 200.",
  method: "POST",
  path: "/api/station-tags",
  access: "manager",
  keyScope: null,
  topics: ["sites"],
  idempotencyKey: true,
  body: newTag,
  refusals: [404, 409],
  replies: { 201: tagRecord },
});

export const changeStationTag = endpoint({
  name: "changeStationTag",
  summary:
    "Changes the given fields of a tag. Stations, alert rules, saved views and wallboards have it under its new name. 412 when someone else has changed it since the caller's `rev`. 409 when the name is taken, when what the provider has uses the tag and the caller is no admin, or when a rule or a view would ask for a tag and leave it out.",
  method: "PATCH",
  path: "/api/station-tags/:tag",
  access: "manager",
  keyScope: null,
  topics: ["sites", "station", "alert_rules", "saved_views", "wallboards"],
  params: tagParams,
  body: tagEdit,
  refusals: [409, 412],
  replies: { 200: tagRecord },
});

export const mergeStationTag = endpoint({
  name: "mergeStationTag",
  summary:
    "Replaces a tag by another one of its organization, at its stations and in alert rules, saved views and wallboards, and deletes it. 412 when someone else has changed it since the caller's `rev`. 409 when what the provider has uses the tag and the caller is no admin, or when a rule or a view would ask for a tag and leave it out.",
  method: "POST",
  path: "/api/station-tags/:tag/merge",
  access: "manager",
  keyScope: null,
  topics: ["sites", "station", "alert_rules", "saved_views", "wallboards"],
  params: tagParams,
  body: tagMerge,
  refusals: [404, 409, 412],
  replies: { 200: tagRecord },
});

export const deleteStationTag = endpoint({
  name: "deleteStationTag",
  summary: "Deletes a tag, also at its stations. 409 while alert rules, shared views or wallboards use it.",
  method: "DELETE",
  path: "/api/station-tags/:tag",
  access: "manager",
  keyScope: null,
  topics: ["sites", "station"],
  params: tagParams,
  refusals: [409],
  replies: { 204: z.null() },
});
