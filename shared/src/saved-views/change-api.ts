import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { numberInQuery } from "../lib/index.ts";
import { savedView, savedViewId } from "./api.ts";
import { defaultView, newSavedView, savedViewEdit } from "./saved-view.ts";

const viewParams = z.object({ view: numberInQuery.pipe(savedViewId) });

export const createSavedView = endpoint({
  name: "createSavedView",
  summary:
    "Saves a view of the stations list. 409 when the caller has one with this name, in whatever case, or has 50.",
  method: "POST",
  path: "/api/saved-views",
  access: "user",
  keyScope: null,
  topics: ["saved_views"],
  idempotencyKey: true,
  body: newSavedView,
  refusals: [409],
  replies: { 201: savedView },
});

export const changeSavedView = endpoint({
  name: "changeSavedView",
  summary:
    "Changes a view: its owner may, and managers if it is shared. One that is no longer shared is no longer the default of others. 412 when someone else has changed it since the caller's `rev`, 409 when its owner has another one with this name, or was deleted and it would no longer be shared.",
  method: "PUT",
  path: "/api/saved-views/:view",
  access: "user",
  keyScope: null,
  topics: ["saved_views"],
  params: viewParams,
  body: savedViewEdit,
  refusals: [403, 409, 412],
  replies: { 200: savedView },
});

export const deleteSavedView = endpoint({
  name: "deleteSavedView",
  summary: "Deletes a view: its owner may, and managers if it is shared.",
  method: "DELETE",
  path: "/api/saved-views/:view",
  access: "user",
  keyScope: null,
  topics: ["saved_views"],
  params: viewParams,
  refusals: [403],
  replies: { 204: z.null() },
});

export const setDefaultView = endpoint({
  name: "setDefaultView",
  summary:
    "Sets the view that the stations list opens with for the caller: one that the caller sees, or null for none.",
  method: "PUT",
  path: "/api/default-view",
  access: "user",
  keyScope: null,
  body: defaultView,
  refusals: [404],
  replies: { 204: z.null() },
});
