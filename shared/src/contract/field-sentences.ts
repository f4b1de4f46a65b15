import type { z } from "zod";

type Issue = z.core.$ZodRawIssue;

/**
 * The error message for an invalid value whose schema does not have one: it says what to send instead. Used as zod's error map for every
 * request.
 */
export function fieldSentence(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "This field is required." : typeSentence(issue.expected);
    case "too_big":
      return limitSentence(issue.origin, { most: Number(issue.maximum) });
    case "too_small":
      return limitSentence(issue.origin, { least: Number(issue.minimum) });
    case "invalid_value":
      return issue.input === undefined ? "This field is required." : choiceSentence(issue.values);
    case "invalid_format":
      return formatSentences[issue.format] ?? "This value has the wrong format.";
    case "not_multiple_of":
      return `Give a multiple of ${String(issue.divisor)}.`;
    case "invalid_union":
      return unionSentence(issue);
    case "unrecognized_keys":
      return "This field is unknown.";
    case "invalid_key":
      return "This name is not allowed.";
    case "invalid_element":
    case "custom":
    default:
      return "This value cannot be used here.";
  }
}

const typeSentences: Record<string, string> = {
  string: "Give text.",
  number: "Give a number.",
  int: "Give a whole number.",
  boolean: "Give true or false.",
  array: "Give a list.",
  object: "Give an object with named fields.",
  record: "Give an object with named fields.",
  null: "Leave this empty.",
};

function typeSentence(expected: string): string {
  return typeSentences[expected] ?? "This value is of the wrong kind.";
}

function limitSentence(origin: string, { most, least }: { most?: number; least?: number }): string {
  const unit = { string: "character", array: "item", set: "item", object: "field", file: "byte" }[origin];
  if (unit === undefined) return most === undefined ? `Give a number from ${least}.` : `Give a number up to ${most}.`;
  const count = most ?? least ?? 0;
  return `${most === undefined ? "Give at least" : "Use at most"} ${count} ${unit}${count === 1 ? "" : "s"}.`;
}

function choiceSentence(values: readonly unknown[]): string {
  const names = values.map((value) => (typeof value === "string" ? `"${value}"` : String(value)));
  return names.length === 1 ? `This must be ${names[0]}.` : `Choose one of ${names.join(", ")}.`;
}

/** The message that all alternatives share, otherwise that none of them matches. */
function unionSentence(issue: Extract<Issue, { code: "invalid_union" }>): string {
  if (Array.isArray(issue.options)) return choiceSentence(issue.options);
  const messages = new Set(issue.errors.flatMap((branch) => branch.map(({ message }) => message)));
  const [only] = messages;
  return only !== undefined && messages.size === 1 ? only : "This value has none of the accepted formats.";
}

const formatSentences: Record<string, string> = {
  email: "Enter a valid email address.",
  url: "Enter a complete address, such as https://example.com.",
  datetime: "Give a time such as 2026-05-31T12:00:00.000Z.",
  date: "Give a date such as 2026-05-31.",
  uuid: "Give an id such as 123e4567-e89b-42d3-a456-426614174000.",
  json_string: "Give valid JSON.",
};
