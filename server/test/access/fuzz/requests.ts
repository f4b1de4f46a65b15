import type { Endpoint } from "@groundcrew/shared/contract";
import * as fc from "fast-check";
import type { Who } from "../people.ts";
import { addressOf, type Asked } from "../request.ts";
import { addressTwist, anyText, bodyTwist, contentType } from "./hostile.ts";
import { valuesOf } from "./fitting.ts";

/** What becomes of a part of a request that would be granted: it stays, one field of it is another, or all of it is. */
type Change = { how: "kept" | "one field" | "all"; value: unknown; pick: number };

/** How a request is made of one that would be granted. */
export type Hostile = {
  who: Who;
  params: Change;
  query: Change;
  headers: Change;
  body: Change;
  twistBody: (text: string) => string;
  twistAddress: (url: string) => string;
  type: string;
  onceKey: string | null;
};

/** A request as it is sent. */
export type Sent = { url: string; isTwisted: boolean; headers: Record<string, string>; payload: string | undefined };

const WHO: { weight: number; who: Who }[] = [
  { weight: 8, who: "admin" },
  { weight: 3, who: "manager A" },
  { weight: 1, who: "user A" },
  { weight: 1, who: "user B" },
  { weight: 1, who: "staff" },
  { weight: 1, who: "key A" },
  { weight: 1, who: "nobody" },
];

/** Requests to an endpoint, most of them wrong in one place and some in all. */
export function hostileRequests(endpoint: Endpoint, known: readonly unknown[]): fc.Arbitrary<Hostile> {
  const changeOf = (part: "params" | "query" | "headers" | "body"): fc.Arbitrary<Change> => {
    const schema = endpoint[part];
    const value = schema ? valuesOf(schema, known) : fc.constantFrom<unknown>(undefined, { surprise: "1" });
    const how = fc.constantFrom("kept" as const, "kept" as const, "one field" as const, "all" as const);
    return fc.record({ how, value, pick: fc.nat(20) });
  };
  return fc.record({
    who: fc.oneof(...WHO.map(({ weight, who }) => ({ weight, arbitrary: fc.constant(who) }))),
    params: changeOf("params"),
    query: changeOf("query"),
    headers: changeOf("headers"),
    body: changeOf("body"),
    twistBody: bodyTwist,
    twistAddress: addressTwist,
    type: contentType,
    onceKey: fc.option(anyText, { freq: 8 }),
  });
}

/** What is sent, made of what would be granted. */
export function requestOf(endpoint: Endpoint, granted: Asked, hostile: Hostile): Sent {
  const params = texts(changed(granted.params ?? {}, hostile.params));
  const query = pairs(changed(granted.query ?? {}, hostile.query));
  const body = changed(granted.body, hostile.body);
  const plain = addressOf(endpoint, { params }) + (query === "" ? "" : `?${query}`);
  const url = hostile.twistAddress(plain);
  const payload = body === undefined ? undefined : hostile.twistBody(JSON.stringify(body) ?? "null");
  const headers = {
    ...texts(changed(granted.headers ?? {}, hostile.headers)),
    ...(payload !== undefined && { "content-type": hostile.type }),
    ...(hostile.onceKey !== null && { "idempotency-key": headerText(hostile.onceKey) }),
  };
  return { url, isTwisted: url !== plain, headers: mapValues(headers, headerText), payload };
}

function changed(granted: unknown, { how, value, pick }: Change): unknown {
  if (how === "kept") return granted;
  if (how === "all" || !isRecord(granted) || !isRecord(value)) return value;
  const fields = Object.entries(value);
  const field = fields[pick % Math.max(fields.length, 1)];
  return field ? { ...granted, [field[0]]: field[1] } : granted;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Values as text for a path. What a client would take for a step up or for nothing is another text. */
function texts(of: unknown): Record<string, string> {
  if (!isRecord(of)) return {};
  return mapValues(of, (value) => {
    const text = textOf(value).toWellFormed().slice(0, 8_000);
    return /^\.*$/.test(text) ? "..." : text;
  });
}

function pairs(of: unknown): string {
  if (!isRecord(of)) return of === undefined ? "" : encodeURIComponent(textOf(of).toWellFormed());
  const found = Object.entries(of).flatMap(([name, value]) => [value].flat().map((one) => [name, textOf(one)]));
  return found.map(([name = "", text = ""]) => `${encoded(name)}=${encoded(text)}`).join("&");
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "undefined");
}

/** A header holds no control characters and none beyond Latin 1. */
function headerText(text: string): string {
  return text.replaceAll(/[^\u0020-\u007e\u00a0-\u00ff]/g, "?").slice(0, 8_000);
}

function mapValues<V>(of: Record<string, V>, map: (value: V) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, map(value)]));
}
