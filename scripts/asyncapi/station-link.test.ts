import { readFileSync } from "node:fs";
import { birth, cmd, cmdAck, commands, event, tele, TOPICS } from "@groundcrew/shared/link";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { textOf } from "./documents.ts";
import { stationLink } from "./station-link.ts";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const document = JSON.parse(textOf(stationLink()));

test("it has every topic in use and its publisher", () => {
  const operations = Object.entries<{ action: string }>(document.operations);
  const publishers = operations.map(([topic, { action }]) => [topic, action === "send" ? "station" : "server"]);
  const inUse = Object.entries(TOPICS).filter(([topic]) => !topic.startsWith("req"));
  expect(Object.fromEntries(publishers)).toEqual(Object.fromEntries(inUse));
});

/** The JSON examples of station-link.md, with the topic or command that their code fence names. */
const examples = [...read("../../docs/station-link.md").matchAll(/```json ([a-z_ ]+)\n([\s\S]*?)```/g)].map(
  ([, what = "", text = ""]) => ({ what, message: JSON.parse(text) }),
);

/** Names of properties and values of enumerations anywhere in a schema. */
function wordsOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(wordsOf);
  return Object.entries(Object(schema)).flatMap(([keyword, value]) => {
    if (keyword === "examples") return [];
    if (keyword === "enum" && Array.isArray(value)) return value.map(String);
    if (keyword !== "properties") return typeof value === "object" ? wordsOf(value) : [];
    return Object.keys(Object(value)).concat(Object.values(Object(value)).flatMap(wordsOf));
  });
}

test("station-link.md mentions every field and every enumerated value of the messages", () => {
  const words = new Set(wordsOf(document.components));
  const code = read("../../docs/station-link.md").match(/```[\s\S]*?```|`[^`\n]+`/g) ?? [];
  const inText = new Set(code.join(" ").match(/[\w-]+/g));
  expect(words.size).toBeGreaterThan(200);
  expect([...words].filter((word) => !inText.has(word))).toEqual([]);
});

test.each([
  { what: "birth", schema: birth },
  { what: "tele", schema: tele },
  { what: "event", schema: event },
  { what: "cmd", schema: cmd },
  { what: "cmd_ack", schema: cmdAck },
])("the server accepts the example of $what", ({ what, schema }) => {
  const example = examples.find((candidate) => candidate.what === what);
  expect(schema.safeParse(example?.message).error).toBeUndefined();
});

test("the data of the example command is valid", () => {
  const command = cmd.parse(examples.find(({ what }) => what === "cmd")?.message);
  const definition = Object.values(commands).find(({ name }) => name === command.name);
  expect(definition?.data.safeParse(command.data).success).toBe(true);
});

test("a command with invalid data is invalid", () => {
  const example = examples.find(({ what }) => what === "cmd")?.message;
  const ajv = new Ajv({ strict: false, validateFormats: false, meta: false, validateSchema: false });
  const validate = ajv.compile({ $ref: "#/components/messages/cmd/payload", components: document.components });
  expect(validate({ ...example, data: { lights_on: "yes" } })).toBe(false);
});

test("numbers have units, every message has an example, and every request has a reply", () => {
  const text = textOf(document);
  for (const unit of [
    "in mA",
    "in mV",
    "in percent",
    "in tenths of a degree Celsius",
    "in degrees Fahrenheit",
    "in seconds",
    "in ms",
  ])
    expect(text).toContain(unit);
  const { messages } = document.components;
  for (const topic of Object.keys(messages)) expect(messages[topic].examples).toHaveLength(1);
  const { birth: birthOperation, event: eventOperation, cmd: cmdOperation } = document.operations;
  expect([birthOperation, eventOperation, cmdOperation].map(({ reply }) => reply.channel.$ref)).toEqual([
    "#/channels/birth_ack",
    "#/channels/event_ack",
    "#/channels/cmd_ack",
  ]);
});
