import type { Endpoint } from "@groundcrew/shared/contract";
import * as fc from "fast-check";
import type { Who } from "../people.ts";
import { addressOf, type TestRequest } from "../request.ts";
import { urlMutation, anyText, anything, bodyMutation, contentType } from "./hostile.ts";
import { valuesOf } from "./fitting.ts";

export const PARTS = ["params", "query", "headers", "body"] as const;
type Part = (typeof PARTS)[number];

/**
 * A change to one part of a valid request: `a value` replaces a single value with `replacement`, `one field` takes one field from
 * `value`, and `all` replaces the whole part with `value`.
 */
export type Change = {
  part: Part;
  how: "a value" | "one field" | "all";
  value: unknown;
  replacement: unknown;
  pick: number;
};

/** How a valid request is changed. */
export type Hostile = {
  who: Who;
  changes: Change[];
  mutateBody: (text: string) => string;
  mutateUrl: (url: string) => string;
  type: string;
  idempotencyKey: string | null;
};

/** A request as it is sent. */
export type Sent = { url: string; isMutated: boolean; headers: Record<string, string>; payload: string | undefined };

const OTHERS = ["manager A", "user A", "user B", "staff", "full key A", "full key", "key A", "nobody"] as const;

/** Requests to an endpoint, most of them invalid in only one place, because a request is rejected for the first error found. */
export function hostileRequests(endpoint: Endpoint, known: readonly unknown[]): fc.Arbitrary<Hostile> {
  const declared = PARTS.filter((part) => endpoint[part]);
  const anyChange = fc.oneof(
    ...(declared.length > 0 ? declared : PARTS).map((part) => changeOf(endpoint, part, known)),
  );
  return fc.record({
    who: fc.oneof(
      { weight: 3, arbitrary: fc.constant("admin" as const) },
      { weight: 1, arbitrary: fc.constantFrom(...OTHERS) },
    ),
    changes: fc.oneof(
      { weight: 8, arbitrary: fc.array(anyChange, { minLength: 1, maxLength: 1 }) },
      { weight: 1, arbitrary: fc.array(anyChange, { maxLength: 3 }) },
    ),
    mutateBody: bodyMutation,
    mutateUrl: urlMutation,
    type: contentType,
    idempotencyKey: fc.option(anyText, { freq: 8 }),
  });
}

function changeOf(endpoint: Endpoint, part: Part, known: readonly unknown[]): fc.Arbitrary<Change> {
  const schema = endpoint[part];
  return fc.record({
    part: fc.constant(part),
    how: fc.constantFrom("a value" as const, "a value" as const, "one field" as const, "all" as const),
    replacement: anything,
    value: schema ? valuesOf(schema, known) : fc.constant({ surprise: "1" }),
    pick: fc.nat(20),
  });
}

/** The request that results from changing a valid one. */
export function requestOf(endpoint: Endpoint, granted: TestRequest, hostile: Hostile): Sent {
  const request = hostile.changes.reduce(changed, granted);
  const params = texts(request.params);
  const query = pairs(request.query ?? {});
  const plain = addressOf(endpoint, { params }) + (query === "" ? "" : `?${query}`);
  const url = hostile.mutateUrl(plain);
  const payload = request.body === undefined ? undefined : hostile.mutateBody(JSON.stringify(request.body) ?? "null");
  const headers = {
    ...texts(request.headers),
    ...(payload !== undefined && { "content-type": hostile.type }),
    ...(hostile.idempotencyKey !== null && { "idempotency-key": headerText(hostile.idempotencyKey) }),
  };
  return { url, isMutated: url !== plain, headers: mapValues(headers, headerText), payload };
}

type ChangedParts = { [P in Part]?: unknown };

function changed(request: ChangedParts, { part, how, value, replacement, pick }: Change): ChangedParts {
  const before = request[part];
  if (how === "a value" && before !== undefined) return { ...request, [part]: withValue(before, replacement, pick) };
  if (how === "all" || !isRecord(before) || !isRecord(value)) return { ...request, [part]: value };
  const fields = Object.entries(value);
  const field = fields[pick % Math.max(fields.length, 1)];
  return field ? { ...request, [part]: { ...before, [field[0]]: field[1] } } : request;
}

/** A copy with one of its values, selected by `pick`, replaced. */
function withValue(value: unknown, replacement: unknown, pick: number): unknown {
  let left = pick % Math.max(singleValues(value).length, 1);
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, visit(one)]));
    left -= 1;
    return left === -1 ? replacement : value;
  };
  return visit(value);
}

/** The values of a part that `pick` selects from. */
export function singleValues(value: unknown): unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(singleValues) : [value];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Values as text. Dots and the empty string are replaced, because clients drop such path segments. */
function texts(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {};
  return mapValues(value, (value) => {
    const text = textOf(value).toWellFormed().slice(0, 8_000);
    return /^\.*$/.test(text) ? "..." : text;
  });
}

function pairs(value: unknown): string {
  if (!isRecord(value)) return value === undefined ? "" : encodeURIComponent(textOf(value).toWellFormed());
  const found = Object.entries(value).flatMap(([name, value]) => [value].flat().map((one) => [name, textOf(one)]));
  return found.map(([name = "", text = ""]) => `${encoded(name)}=${encoded(text)}`).join("&");
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "undefined");
}

/** Replaces characters that a header must not contain: control characters and anything outside Latin-1. */
function headerText(text: string): string {
  return text.replaceAll(/[^\u0020-\u007e\u00a0-\u00ff]/g, "?").slice(0, 8_000);
}

function mapValues<V>(value: Record<string, V>, map: (value: V) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(value).map(([name, value]) => [name, map(value)]));
}
