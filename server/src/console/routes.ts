import { createHash } from "node:crypto";
import { getApiDocs, getConsoleSettings, getOpenApi, type ConsoleSettings } from "@groundcrew/shared/console";
import { openApi, ReadyJson, type Endpoint } from "@groundcrew/shared/contract";
import { VIOLATIONS_PATH } from "@groundcrew/shared/security";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { answer, route } from "../platform/http/index.ts";

type Options = {
  settings: ConsoleSettings;
  endpoints: readonly Endpoint[];
  /** Name of the session cookie. */
  cookie: string;
};

/** Routes of the deployment's names and options, and of the API documentation of `endpoints` as OpenAPI and HTML. */
export function consoleRoutes(app: FastifyInstance, { settings, endpoints, cookie }: Options): void {
  const { brand, version } = settings;
  const about = { title: `${brand.product} API`, version, cookie };

  route(app, getConsoleSettings, async () => answer(200, settings));

  let document: ReadyJson | undefined;
  route(app, getOpenApi, async () => {
    // Created at the first request, when all routes have been added.
    document ??= new ReadyJson(JSON.stringify(openApi(endpoints, about)));
    return answer(200, document);
  });

  let page: Buffer | undefined;
  route(app, getApiDocs, async () => {
    page ??= Buffer.from(docsPage(endpoints, about));
    return answer(200, page, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": docsPolicy,
    });
  });
}

/** The style of the documentation page, for light and dark, wide and narrow screens. */
const docsStyle = `
:root { color-scheme: light dark; --line: light-dark(#d5dae1, #39424e); --soft: light-dark(#4a5563, #aab4c0); --link: light-dark(#0b5cad, #7db8f5); }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 60rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
h2 { margin: 2.5rem 0 0; border-bottom: 1px solid var(--line); }
h3 { margin: 1.5rem 0 0; font-size: 1rem; }
p { margin: 0.25rem 0; }
.about { color: var(--soft); }
table { width: 100%; margin-top: 0.5rem; border-collapse: collapse; font-size: 0.875rem; }
th, td { padding: 0.25rem 0.5rem 0.25rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
`;

type ApiInfo = Parameters<typeof openApi>[1];

const schema = z.record(z.string(), z.unknown());
const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  "x-access": z.string(),
  security: z.array(z.record(z.string(), z.unknown())),
  parameters: z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean(), schema: z.unknown() })),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: schema.optional() })) }).optional(),
  responses: z.record(z.string(), z.unknown()),
});
type Operation = z.output<typeof operation>;
const described = z.record(z.string(), z.record(z.string(), operation));

const WHO: Record<string, string> = {
  public: "anyone",
  user: "any user",
  manager: "managers",
  admin: "admins",
  station: "stations",
};

/** A content security policy that allows the page's own style only. */
const docsPolicy = [
  "default-src 'self'",
  `style-src 'sha256-${createHash("sha256").update(docsStyle).digest("base64")}'`,
  "script-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  `report-uri ${VIOLATIONS_PATH}`,
].join(";");

/** The API documentation as an HTML page: access, input and replies of every call. */
export function docsPage(endpoints: readonly Endpoint[], about: ApiInfo): string {
  const paths = described.parse(openApi(endpoints, about).paths);
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method: method.toUpperCase(), call })),
  );
  const groups = [...Map.groupBy(calls, ({ path }) => path.split("/")[2] ?? "")].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const links = groups.map(([name]) => `<a href="#${escaped(name)}">${escaped(name)}</a>`).join(" ");
  const sections = groups.map(
    ([name, list]) =>
      `<section id="${escaped(name)}"><h2>${escaped(name)}</h2>${list.map(callSection).join("")}</section>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escaped(about.title)}</title><style>${docsStyle}</style></head>
<body><header><h1>${escaped(about.title)}</h1>
<p>Version ${escaped(about.version)}. The same for programs: <a href="/api/openapi.json">openapi.json</a>. Log in for the cookie
<code>${escaped(about.cookie)}</code>, or send an API key, which only reads, as <code>Authorization: Bearer</code>. Every failure is
<code>application/problem+json</code> with a <code>detail</code> that says what to do.</p><nav aria-label="Calls">${links}</nav></header>
<main>${sections.join("")}</main></body></html>`;
}

function callSection({ path, method, call }: { path: string; method: string; call: Operation }): string {
  const byKey = call.security.some((scheme) => "key" in scheme) ? ", API keys" : "";
  const who = `${WHO[call["x-access"]] ?? call["x-access"]}${byKey}`;
  const statuses = Object.keys(call.responses).filter((status) => status !== "default");
  const answers = statuses.filter((status) => status < "400").join(", ");
  const refusals = statuses.filter((status) => status >= "400").join(", ");
  return `<article id="${escaped(call.operationId)}"><h3><code><b>${method}</b> ${escaped(path)}</code></h3>
<p>${escaped(call.summary)}</p><p class="about">For ${escaped(who)}. Answers ${escaped(answers)}; may be refused with ${escaped(refusals)}.</p>${inputTable(call)}</article>`;
}

/** A table of a call's input; empty when it has none. */
function inputTable({ parameters, requestBody }: Operation): string {
  const rows = parameters.map((one) => row(one));
  for (const [type, { schema: body }] of Object.entries(requestBody?.content ?? {})) {
    const { properties, required } = fieldsOf(body);
    const fields = Object.entries(properties).map(([name, schema]) =>
      row({ name, in: "body", required: required.includes(name), schema }),
    );
    rows.push(...(fields.length > 0 ? fields : [row({ name: "body", in: type, required: true, schema: body })]));
  }
  if (rows.length === 0) return "";
  return `<table><thead><tr><th>Name</th><th>In</th><th>Needed</th><th>Takes</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

function row({ name, in: where, required, schema }: Operation["parameters"][number]): string {
  const cells = [`<code>${escaped(name)}</code>`, escaped(where), required ? "yes" : "no", escaped(schemaText(schema))];
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
}

function fieldsOf(schema: unknown): { properties: Record<string, unknown>; required: string[] } {
  const object = z.object({ properties: z.record(z.string(), z.unknown()), required: z.array(z.string()).default([]) });
  return object.safeParse(schema).data ?? { properties: {}, required: [] };
}

const kinds = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  maxLength: z.number().optional(),
});

const WORDS: Record<string, string> = { boolean: "true or false", integer: "whole number" };

/** A schema in a few words: `text up to 50, or null`. */
function schemaText(schema: unknown): string {
  const { type, format, enum: values, items, maxLength, ...rest } = kinds.parse(schema ?? {});
  const alternatives = rest.anyOf ?? rest.oneOf;
  if (alternatives) return [...new Set(alternatives.map(schemaText))].join(", or ");
  if (rest.const !== undefined) return JSON.stringify(rest.const);
  if (values) return values.map((value) => JSON.stringify(value)).join(", ");
  if (type === "array") return `list of ${schemaText(items)}`;
  if (rest.properties) return `object with ${Object.keys(rest.properties).join(", ")}`;
  const limits = `${format ? ` (${format})` : ""}${maxLength === undefined ? "" : ` up to ${maxLength}`}`;
  const names = [type ?? "anything"]
    .flat()
    .map((name) => (name === "string" ? `text${limits}` : (WORDS[name] ?? name)));
  return names.join(", or ");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
