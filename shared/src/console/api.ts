import { z } from "zod";
import { endpoint } from "../contract/index.ts";

/** The settings that the web app needs before login. */
export const consoleSettings = z.object({
  brand: z.object({
    product: z.string(),
    station_prefix: z.string(),
    internal_prefix: z.string(),
    provider: z.string(),
    camera_label: z.string(),
  }),
  /** OAuth client id of the Google sign-in; null when it is not configured. */
  google_client_id: z.string().nullable(),
  /** Template and attribution of public map tiles; null for only the bundled base map. */
  map_tiles: z.object({ url: z.string(), attribution: z.string() }).nullable(),
  /** Version of the server. */
  version: z.string(),
  /** Id of the web app that the server has, as in `X-Build`; null when it has none. */
  build: z.string().nullable(),
});
export type ConsoleSettings = z.output<typeof consoleSettings>;

export const getConsoleSettings = endpoint({
  name: "getConsoleSettings",
  summary: "Names and options of this deployment, needed before login.",
  method: "GET",
  path: "/api/console",
  access: "public",
  replies: { 200: consoleSettings },
});

export const getOpenApi = endpoint({
  name: "getOpenApi",
  summary: "This document: every call of the console in OpenAPI 3.1.",
  method: "GET",
  path: "/api/openapi.json",
  access: "public",
  replies: { 200: z.record(z.string(), z.json()) },
});

export const getApiDocs = endpoint({
  name: "getApiDocs",
  summary: "Every call of the console as a readable page.",
  method: "GET",
  path: "/api/docs",
  access: "public",
  replies: {
    200: z.custom<Uint8Array>((value) => value instanceof Uint8Array).meta({ contentMediaType: "text/html" }),
  },
});
