import { appendFileSync } from "node:fs";
import { env } from "node:process";
import { Client } from "pg";

// Appends each statement that a process sends to PostgreSQL, once, to the file STATEMENTS, as a line of JSON. For the fixture of a
// release: STATEMENTS=all.jsonl NODE_OPTIONS="--import ./server/test/record-statements.ts" npx vitest run --project server
const file = env["STATEMENTS"];
const seen = new Set<string>();
const send = Reflect.get(Client.prototype, "query");
Reflect.set(Client.prototype, "query", function record(this: Client, ...parameters: unknown[]) {
  const [query] = parameters;
  const text = typeof query === "object" && query !== null && "text" in query ? query.text : query;
  if (file !== undefined && typeof text === "string" && !seen.has(text)) {
    seen.add(text);
    appendFileSync(file, `${JSON.stringify(text)}\n`);
  }
  return Reflect.apply(send, this, parameters);
});
