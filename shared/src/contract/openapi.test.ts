import { expect, test } from "vitest";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import type { KeyScope } from "./key-scope.ts";
import { openApi } from "./openapi.ts";
import { rawBody } from "./raw-body.ts";
import { refusalsOf } from "./refusals.ts";
import { flagInQuery, numberInQuery } from "../lib/index.ts";

test("bytes are described by their media type, JSON by its schema, and an empty body not at all", () => {
  const image = z.custom<Uint8Array>().meta({ contentMediaType: "image/jpeg" });
  const declared = endpoint({
    name: "changeImage",
    summary: "Changes an image.",
    method: "PUT",
    path: "/api/image",
    access: "public",
    body: rawBody,
    replies: { 200: image, 201: z.object({ id: z.string() }), 204: z.null() },
  });
  expect(openApi([declared], { title: "Images", version: "1", cookie: "__Host-session" })).toMatchObject({
    components: { securitySchemes: { session: { in: "cookie", name: "__Host-session" } } },
    paths: {
      "/api/image": {
        put: {
          requestBody: { content: { "application/octet-stream": {} } },
          responses: {
            200: { content: { "image/jpeg": {} } },
            201: { content: { "application/json": { schema: { type: "object" } } } },
            204: expect.not.objectContaining({ content: expect.anything() }),
          },
        },
      },
    },
  });
});

test("numbers and booleans of a query are described with their types", () => {
  const declared = endpoint({
    name: "listImages",
    summary: "Lists images.",
    method: "GET",
    path: "/api/images",
    access: "public",
    query: z.strictObject({ limit: numberInQuery.pipe(z.int().max(9)).default(9), all: flagInQuery.optional() }),
    replies: { 200: z.object({ count: z.int() }) },
  });
  expect(openApi([declared], { title: "Images", version: "1", cookie: "session" })).toMatchObject({
    paths: {
      "/api/images": {
        get: {
          tags: ["images"],
          parameters: [
            { name: "limit", required: false, schema: expect.not.objectContaining({ anyOf: expect.anything() }) },
            { name: "all", required: false, schema: { type: "boolean" } },
          ],
          responses: {
            200: { content: { "application/json": { schema: { properties: { count: { type: "integer" } } } } } },
          },
        },
      },
    },
  });
});

test("a recursive schema is defined once, in the document's components", () => {
  const declared = (name: string) =>
    endpoint({
      name,
      summary: "A tree.",
      method: "GET",
      path: `/api/${name}`,
      access: "public",
      replies: { 200: z.object({ root: z.json() }) },
    });
  const document = JSON.stringify(
    openApi([declared("oak"), declared("elm")], { title: "Trees", version: "1", cookie: "session" }),
  );
  const references = [...document.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
  expect(new Set(references)).toEqual(new Set(["Problem", "Recursive1"]));
  expect(document).not.toContain("$defs");
});

test("a call declares its failure statuses: those of its access, of its input, and its own", () => {
  const declared = endpoint({
    name: "renameTree",
    summary: "Renames a tree.",
    method: "PUT",
    path: "/api/trees/:tree",
    access: "manager",
    keyScope: null,
    params: z.object({ tree: z.string() }),
    body: z.strictObject({ name: z.string() }),
    refusals: [409],
    replies: { 204: z.null() },
  });
  expect(refusalsOf(declared)).toEqual([400, 401, 403, 404, 408, 409, 413, 415, 422, 429, 503]);
  const {
    params: _p,
    body: _b,
    refusals: _r,
    keyScope: _k,
    access: _a,
    ...read
  } = { ...declared, method: "GET" } as const;
  expect(refusalsOf({ ...read, access: "public" })).toEqual([422, 429, 503]);
  expect(refusalsOf({ ...read, access: "user", keyScope: "read_fleet" })).toEqual([401, 403, 422, 429, 503]);
});

test("a call names the scope with which an API key may make it", () => {
  const declared = (name: string, scope: KeyScope | null) =>
    endpoint({
      name,
      summary: "A tree.",
      method: "GET",
      path: `/api/${name}`,
      access: "user",
      keyScope: scope,
      replies: { 200: z.object({}) },
    });
  const described = openApi([declared("oak", "read_fleet"), declared("elm", null)], {
    title: "Trees",
    version: "1",
    cookie: "session",
  });
  expect(described).toMatchObject({
    paths: {
      "/api/oak": { get: { security: [{ session: [] }, { key: ["read_fleet"] }] } },
      "/api/elm": { get: { security: [{ session: [] }] } },
    },
  });
});

test("reply headers are described with every reply of a call that declares them", () => {
  const declared = endpoint({
    name: "getImage",
    summary: "An image.",
    method: "GET",
    path: "/api/image",
    access: "public",
    replies: { 200: z.object({}), 304: z.null() },
    replyHeaders: ["etag", "x-as-of"],
  });
  const { replyHeaders: _, ...silent } = { ...declared, path: "/api/silent" } as const;
  const headers = { ETag: { schema: { type: "string" } }, "X-As-Of": { description: expect.stringContaining("next") } };
  expect(openApi([declared, silent], { title: "Images", version: "1", cookie: "session" })).toMatchObject({
    paths: {
      "/api/image": { get: { responses: { 200: { headers }, 304: { headers } } } },
      "/api/silent": { get: { responses: { 200: expect.not.objectContaining({ headers: expect.anything() }) } } },
    },
  });
});
