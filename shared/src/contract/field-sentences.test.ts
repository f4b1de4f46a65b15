import { expect, test } from "vitest";
import { z } from "zod";
import { calendarDate, timestamp } from "../lib/index.ts";
import { fieldSentence } from "./field-sentences.ts";

test.each([
  ["a time", timestamp, "2026-05-31T12:00:00Z"],
  ["a date", calendarDate, "31.05.2026"],
  ["an id", z.uuid(), "5"],
  ["an address", z.url(), "example.com"],
])("what is said of %s in the wrong format has an example that is accepted", (_, schema, wrong) => {
  const message = schema.safeParse(wrong, { error: fieldSentence }).error?.issues[0]?.message ?? "";
  const example = /such as (?<example>\S+)\.$/.exec(message)?.groups?.["example"];
  expect(schema.safeParse(example).success).toBe(true);
});
