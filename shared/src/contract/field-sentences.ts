import type { z } from "zod";

type Issue = z.core.$ZodRawIssue;

/**
 * The sentence about a value that does not fit, where its schema has none of its own: what to send instead, in words a person can
 * act on. Given to zod as the error map of every request.
 */
export function fieldSentence(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "This field is required." : wantedSentence(issue.expected);
    case "too_big":
      return limitSentence(issue.origin, { most: Number(issue.maximum) });
    case "too_small":
      return limitSentence(issue.origin, { least: Number(issue.minimum) });
    case "invalid_value":
      return issue.input === undefined ? "This field is required." : choiceSentence(issue.values);
    case "invalid_format":
      return formatSentences[issue.format] ?? "This is not spelled as this field needs it.";
    case "not_multiple_of":
      return `Give a multiple of ${String(issue.divisor)}.`;
    case "invalid_union":
      return unionSentence(issue);
    case "unrecognized_keys":
      return "This field is not known.";
    case "invalid_key":
      return "A name in here cannot be used.";
    case "invalid_element":
    case "custom":
    default:
      return "This value cannot be used here.";
  }
}

const wanted: Record<string, string> = {
  string: "Give text.",
  number: "Give a number.",
  int: "Give a whole number.",
  boolean: "Give true or false.",
  array: "Give a list.",
  object: "Give an object with named fields.",
  record: "Give an object with named fields.",
  null: "Leave this empty.",
};

function wantedSentence(expected: string): string {
  return wanted[expected] ?? "This value is of the wrong kind.";
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

/** What all forms ask for alike, else that there are several. */
function unionSentence(issue: Extract<Issue, { code: "invalid_union" }>): string {
  if (Array.isArray(issue.options)) return choiceSentence(issue.options);
  const messages = new Set(issue.errors.flatMap((branch) => branch.map(({ message }) => message)));
  const [only] = messages;
  return only !== undefined && messages.size === 1 ? only : "This value has none of the accepted formats.";
}

const formatSentences: Record<string, string> = {
  email: "Enter a valid email address.",
  url: "Enter a complete address, such as https://example.com.",
  datetime: "Give a time such as 2026-05-31T12:00:00Z.",
  date: "Give a date such as 2026-05-31.",
  uuid: "Give an id such as 123e4567-e89b-42d3-a456-426614174000.",
  json_string: "Give valid JSON.",
};
