import { z } from "zod";
import type { Endpoint, ReplyHeader } from "./endpoint.ts";
import { problem } from "./problem.ts";

type Schema = z.core.JSONSchema.BaseSchema;
type Json = Record<string, unknown>;
/** Title and version of the API, and the name of the cookie that sessions are kept in. */
type About = { title: string; version: string; cookie: string };

const meanings: Record<string, string> = {
  200: "What was asked for, or what it is now.",
  201: "What was made.",
  202: "Accepted; it will be done in a moment.",
  204: "Done.",
  304: "Nothing has changed since the reply with that entity tag.",
};

const headerMeanings: Record<ReplyHeader, { name: string; description: string }> = {
  etag: { name: "ETag", description: "Tag of what was answered, to be sent back in `If-None-Match` or `If-Match`." },
  "last-modified": { name: "Last-Modified", description: "When it was changed last, where there is such a time." },
  "x-as-of": { name: "X-As-Of", description: "The time to ask with next in `filter_online_after`." },
  "x-whole": { name: "X-Whole", description: "1 when the list is whole although only changes were asked for." },
};

/**
 * The OpenAPI 3.1 document of a list of endpoints. Who may make each call stands in `x-access`; every failure is a
 * problem-JSON body, described once as the default reply.
 */
export function openApi(endpoints: readonly Endpoint[], { cookie, ...about }: About): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const declared of endpoints) {
    const path = declared.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [declared.method.toLowerCase()]: operation(declared) };
  }
  return { openapi: "3.1.0", info: about, paths, components: { securitySchemes: securitySchemes(cookie) } };
}

function securitySchemes(cookie: string): Json {
  return { session: { type: "apiKey", in: "cookie", name: cookie }, key: { type: "http", scheme: "bearer" } };
}

function operation(declared: Endpoint): Json {
  const replies = Object.entries(declared.replies).map(([status, schema]) => [
    status,
    { ...content(meanings[status] ?? "Answered.", schema), ...headersOf(declared) },
  ]);
  return {
    operationId: declared.name,
    summary: declared.summary,
    tags: [declared.path.split("/")[2] ?? ""],
    "x-access": declared.access,
    security: declared.access === "public" ? [] : [{ session: [] }, ...(declared.apiKeys ? [{ key: [] }] : [])],
    parameters: [
      ...parameters("path", declared.params),
      ...parameters("query", declared.query),
      ...parameters("header", declared.headers),
    ],
    ...(declared.body && { requestBody: { required: true, ...content("", declared.body, "input") } }),
    responses: {
      ...Object.fromEntries(replies),
      default: {
        description: "What went wrong.",
        content: { "application/problem+json": { schema: jsonSchema(problem) } },
      },
    },
  };
}

function headersOf({ replyHeaders = [] }: Endpoint): Json {
  if (replyHeaders.length === 0) return {};
  const described = replyHeaders.map((header) => {
    const { name, description } = headerMeanings[header];
    return [name, { description, schema: { type: "string" } }];
  });
  return { headers: Object.fromEntries(described) };
}

function content(description: string, schema: z.ZodType, io: "input" | "output" = "output"): Json {
  if (schema instanceof z.ZodNull) return { description };
  const described = jsonSchema(schema, io);
  // What has a media type of its own is bytes, of which a schema says nothing.
  const mediaType = described.contentMediaType;
  return { description, content: mediaType ? { [mediaType]: {} } : { "application/json": { schema: described } } };
}

function parameters(where: "path" | "query" | "header", schema: z.ZodType | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, "input");
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: where,
    required: where === "path" || required.includes(name),
    schema: of,
  }));
}

function jsonSchema(schema: z.ZodType, io: "input" | "output" = "output"): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any", override: simplify });
  return rest;
}

/** Leaves out the bounds that every whole number has, and the forms of what declares its type itself. */
function simplify({ zodSchema, jsonSchema: described }: { zodSchema: z.core.$ZodTypes; jsonSchema: Schema }): void {
  if (described.minimum === Number.MIN_SAFE_INTEGER) delete described.minimum;
  if (described.maximum === Number.MAX_SAFE_INTEGER) delete described.maximum;
  if (z.globalRegistry.get(zodSchema)?.["type"] !== undefined) delete described.anyOf;
}
