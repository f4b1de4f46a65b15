import { z } from "zod";
import type { Endpoint, ReplyHeader } from "./endpoint.ts";
import { problem } from "./problem.ts";
import { refusalMeanings, refusalsOf } from "./refusals.ts";

/** Longest idempotency key, in characters. */
export const IDEMPOTENCY_KEY_LENGTH = 255;

type Schema = z.core.JSONSchema.BaseSchema;
type Json = Record<string, unknown>;
/** Title and version of the API, and the name of the session cookie. */
type ApiInfo = { title: string; version: string; cookie: string };

const meanings: Record<string, string> = {
  200: "What was requested, or its current state.",
  201: "What was created.",
  202: "Accepted; it will be done in a moment.",
  204: "Done.",
  304: "Nothing has changed since the reply with that entity tag.",
};

const headerMeanings: Record<ReplyHeader, { name: string; description: string }> = {
  etag: { name: "ETag", description: "Entity tag, to be sent back in `If-None-Match` or `If-Match`." },
  "last-modified": { name: "Last-Modified", description: "When it was last changed, if known." },
  "x-as-of": { name: "X-As-Of", description: "The value of `filter_online_after` for the next request." },
  age: { name: "Age", description: "How old the oldest part of the reply is, in seconds." },
  "x-log-out-at": { name: "X-Log-Out-At", description: "An address to open, to log out at the identity provider too." },
  "x-full": { name: "X-Full", description: "1 if the reply is the whole list although only changes were requested." },
};

/**
 * The OpenAPI 3.1 document for a list of endpoints. `x-access` says who may make each call. Every failure has a problem-JSON body,
 * described once for each status.
 */
export function openApi(endpoints: readonly Endpoint[], { cookie, ...about }: ApiInfo): Json {
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

/** One response for each failure status, and `Failure` for any other. */
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
 * Moves the definitions of recursive schemas to the document's `components`, because references in a document are resolved from its root.
 * Equal definitions are merged.
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
    { ...content(meanings[status] ?? "Answered.", schema), ...eventsOf(declared), ...headersOf(declared) },
  ]);
  return {
    operationId: declared.name,
    summary: declared.summary,
    tags: [declared.path.split("/")[2] ?? ""],
    "x-access": declared.access,
    security: securityOf(declared),
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

/** A key needs one of the scopes of its item (OpenAPI 3.1, security requirement object). */
function securityOf({ access, keyScope = null }: Endpoint): Json[] {
  if (access === "public") return [];
  return [{ session: [] }, ...(keyScope === null ? [] : [{ key: [keyScope] }])];
}

function headersOf({ replyHeaders = [] }: Endpoint): Json {
  if (replyHeaders.length === 0) return {};
  const described = replyHeaders.map((header) => {
    const { name, description } = headerMeanings[header];
    return [name, { description, schema: { type: "string" } }];
  });
  return { headers: Object.fromEntries(described) };
}

/** Each event as one that has its name and data: OpenAPI 3.1 has no other way to describe the items of a stream. */
function eventsOf({ events }: Endpoint): Json {
  if (!events) return {};
  const described = Object.entries(events).map(([event, data]) => ({
    type: "object",
    properties: { event: { const: event }, data: jsonSchema(data) },
    required: ["event", "data"],
  }));
  return { content: { "text/event-stream": { schema: { oneOf: described } } } };
}

function content(description: string, schema: z.ZodType, io: "input" | "output" = "output"): Json {
  if (schema instanceof z.ZodNull) return { description };
  const described = jsonSchema(schema, io);
  // A schema with its own media type stands for bytes, which JSON Schema cannot describe.
  const mediaType = described.contentMediaType;
  return { description, content: mediaType ? { [mediaType]: {} } : { "application/json": { schema: described } } };
}

function parameters(where: "path" | "query" | "header", schema: z.ZodType | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, "input");
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === "path" || required.includes(name),
    schema: property,
  }));
}

const idempotencyKeyParameter: Json = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Chosen by the client for each thing it creates. A call repeated with the same key within a day is executed once and gets the same reply. With other input the repetition is a 422, and if the reply contained a secret, a 409.",
  schema: { type: "string", minLength: 1, maxLength: IDEMPOTENCY_KEY_LENGTH },
};

function jsonSchema(schema: z.ZodType, io: "input" | "output" = "output"): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any", override: simplify });
  return rest;
}

/**
 * Removes the bounds that every integer has, and the alternatives of schemas that declare their own type; lists the properties of a record
 * with known keys.
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
