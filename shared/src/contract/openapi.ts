import { z } from "zod";
import type { Endpoint, ReplyHeader } from "./endpoint.ts";
import { problem } from "./problem.ts";
import { refusalMeanings, refusalsOf } from "./refusals.ts";

/** Longest key that a client may choose. */
export const IDEMPOTENCY_KEY_LENGTH = 255;

type Schema = z.core.JSONSchema.BaseSchema;
type Json = Record<string, unknown>;
/** Title and version of the API, and the name of the cookie that sessions are kept in. */
type About = { title: string; version: string; cookie: string };

const meanings: Record<string, string> = {
  200: "What was requested, or its current state.",
  201: "What was created.",
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
 * problem-JSON body, described once for each status.
 */
export function openApi(endpoints: readonly Endpoint[], { cookie, ...about }: About): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const declared of endpoints) {
    const path = declared.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [declared.method.toLowerCase()]: operation(declared) };
  }
  const info = { ...about, license: { name: "Apache-2.0", identifier: "Apache-2.0" } };
  const components = {
    securitySchemes: securitySchemes(cookie),
    schemas: { Problem: jsonSchema(problem) },
    responses: problemResponses(),
  };
  return hoistDefinitions({ openapi: "3.1.0", info, servers: [{ url: "/" }], paths, components });
}

/** One response for each status that a call may be refused with, and `Failure` for any other. */
function problemResponses(): Json {
  const response = (description: string, headers?: Json) => ({
    description,
    ...(headers && { headers }),
    content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
  });
  const retryAfter = { "Retry-After": { description: "Seconds to wait.", schema: { type: "string" } } };
  const refusals = Object.entries(refusalMeanings).map(([status, meaning]) => [
    `Refusal${status}`,
    response(meaning, WITH_RETRY_AFTER.has(status) ? retryAfter : undefined),
  ]);
  return { ...Object.fromEntries(refusals), Failure: response("Something went wrong on the server.") };
}

const WITH_RETRY_AFTER = new Set(["429", "503"]);

/**
 * Moves the definitions of recursive schemas from the schemas they were made with to the document's own: a reference in a document
 * is always looked for from its root. Equal definitions become one.
 */
function hoistDefinitions(document: Json & { components: { schemas: Json } }): Json {
  const names = new Map<string, string>();
  const schemas: Json = { ...document.components.schemas };

  function hoist(value: unknown, renamed: ReadonlyMap<string, string>): unknown {
    if (Array.isArray(value)) return value.map((item) => hoist(item, renamed));
    if (typeof value !== "object" || value === null) return value;
    const { $defs, ...rest }: Json = { ...value };
    const own = typeof $defs === "object" && $defs !== null ? define(Object.entries($defs)) : renamed;
    return Object.fromEntries(
      Object.entries(rest).map(([key, inner]) => {
        const name = key === "$ref" && typeof inner === "string" ? own.get(inner) : undefined;
        return [key, name === undefined ? hoist(inner, own) : `#/components/schemas/${name}`];
      }),
    );
  }

  function define(definitions: [string, unknown][]): Map<string, string> {
    const renamed = new Map(
      definitions.map(([key, schema]) => {
        const text = JSON.stringify(schema);
        const name = names.get(text) ?? `Recursive${names.size + 1}`;
        names.set(text, name);
        return [`#/$defs/${key}`, name] as const;
      }),
    );
    for (const [key, schema] of definitions) schemas[renamed.get(`#/$defs/${key}`) ?? key] = hoist(schema, renamed);
    return renamed;
  }

  const paths = hoist(document["paths"], new Map());
  return { ...document, paths, components: { ...document.components, schemas } };
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
      ...(declared.idempotencyKey ? [idempotencyKeyParameter] : []),
    ],
    ...(declared.body && { requestBody: { required: true, ...content("", declared.body, "input") } }),
    responses: {
      ...Object.fromEntries(replies),
      ...Object.fromEntries(
        refusalsOf(declared).map((status) => [status, { $ref: `#/components/responses/Refusal${status}` }]),
      ),
      default: { $ref: "#/components/responses/Failure" },
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

const idempotencyKeyParameter: Json = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Chosen by the client for each thing to be made. Repeated under it within a day, the call is done once and answered as before; with other input it is a 422, and where the answer held a secret a 409.",
  schema: { type: "string", minLength: 1, maxLength: IDEMPOTENCY_KEY_LENGTH },
};

function jsonSchema(schema: z.ZodType, io: "input" | "output" = "output"): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any", override: simplify });
  return rest;
}

/**
 * Leaves out the bounds that every whole number has, and the forms of what declares its type itself; lists the properties of a record
 * whose keys are known.
 */
function simplify({ zodSchema, jsonSchema: described }: { zodSchema: z.core.$ZodTypes; jsonSchema: Schema }): void {
  if (described.minimum === Number.MIN_SAFE_INTEGER) delete described.minimum;
  if (described.maximum === Number.MAX_SAFE_INTEGER) delete described.maximum;
  const { propertyNames, additionalProperties } = described;
  if (typeof propertyNames === "object" && propertyNames.enum && additionalProperties !== undefined) {
    described.properties = Object.fromEntries(propertyNames.enum.map((key) => [String(key), additionalProperties]));
    delete described.propertyNames;
    delete described.additionalProperties;
  }
  if (z.globalRegistry.get(zodSchema)?.["type"] !== undefined) delete described.anyOf;
}
