import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { numberInQuery, orgIdInQuery } from "../lib/index.ts";
import { newWallboard, wallboard, wallboardEdit, wallboardId, wallboardRenewal } from "./wallboard.ts";
import { wall } from "./wall.ts";

const ofOrganization = z.strictObject({ org_id: orgIdInQuery.optional() });
const wallboardParams = z.object({ wallboard: numberInQuery.pipe(wallboardId) });

export const listWallboards = endpoint({
  name: "listWallboards",
  summary: "The wallboards of an organization, by default the caller's own, newest first.",
  method: "GET",
  path: "/api/wallboards",
  access: "manager",
  keyScope: null,
  topics: ["wallboards"],
  query: ofOrganization,
  refusals: [404],
  replies: { 200: z.array(wallboard) },
});

export const createWallboard = endpoint({
  name: "createWallboard",
  summary:
    "Creates a wallboard of an organization, by default the caller's own. The reply has its token this once: its page is `/wall#{token}`. At most 20 an organization; above that a 409.",
  method: "POST",
  path: "/api/wallboards",
  access: "manager",
  keyScope: null,
  topics: ["wallboards"],
  idempotencyKey: true,
  query: ofOrganization,
  body: newWallboard,
  refusals: [404, 409],
  replies: { 201: z.object({ wallboard, token: z.string() }) },
});

export const changeWallboard = endpoint({
  name: "changeWallboard",
  summary:
    "Changes what a wallboard shows. Its link stays the same. 412 when someone else has changed it since the caller's `rev`.",
  method: "PUT",
  path: "/api/wallboards/:wallboard",
  access: "manager",
  keyScope: null,
  topics: ["wallboards"],
  params: wallboardParams,
  body: wallboardEdit,
  refusals: [412],
  replies: { 200: wallboard },
});

export const renewWallboard = endpoint({
  name: "renewWallboard",
  summary: "Has a wallboard end some days from now, also one that has ended. Its link stays the same.",
  method: "PUT",
  path: "/api/wallboards/:wallboard/end",
  access: "manager",
  keyScope: null,
  topics: ["wallboards"],
  params: wallboardParams,
  body: wallboardRenewal,
  replies: { 200: wallboard },
});

export const revokeWallboard = endpoint({
  name: "revokeWallboard",
  summary: "Revokes a wallboard: its link shows nothing from then on.",
  method: "DELETE",
  path: "/api/wallboards/:wallboard",
  access: "manager",
  keyScope: null,
  topics: ["wallboards"],
  params: wallboardParams,
  replies: { 204: z.null() },
});

export const getWall = endpoint({
  name: "getWall",
  summary:
    "What a wallboard shows. Send its token as `Authorization: Bearer …`. 401 for a token that is not valid or was revoked, and 403 once the wallboard has ended. A network that sends wrong tokens has to wait for longer and longer (429).",
  method: "GET",
  path: "/api/wall",
  access: "public",
  ownToken: true,
  headers: z.object({ authorization: z.string().optional() }),
  refreshMs: 10_000,
  refusals: [401, 403],
  replies: { 200: wall },
});
