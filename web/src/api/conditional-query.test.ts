import { expect, test } from "vitest";
import { QueryClient } from "@tanstack/react-query";
import { conditionalQuery } from "./conditional-query.ts";

type Reply = { body: string[] | null; etag: string };

/** Runs a query once for each reply. Returns the values, and the entity tags that were sent. */
async function run(replies: Reply[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const sent: (string | undefined)[] = [];
  const values: string[] = [];
  const query = conditionalQuery({
    queryKey: ["list"],
    request: async ({ headers }) => {
      sent.push(headers["if-none-match"]);
      const { body, etag } = replies[sent.length - 1] ?? { body: null, etag: "" };
      return { body, headers: { get: () => etag } };
    },
    read: (body) => body.join("+"),
  });
  for (const _ of replies) values.push((await client.fetchQuery(query)).value);
  return { sent, values };
}

test("a cached value is requested with its entity tag, and kept when nothing has changed", async () => {
  const { sent, values } = await run([
    { body: ["a"], etag: '"1"' },
    { body: null, etag: '"1"' },
    { body: ["a", "b"], etag: '"2"' },
    { body: null, etag: '"2"' },
  ]);
  expect(sent).toEqual([undefined, '"1"', '"1"', '"2"']);
  expect(values).toEqual(["a", "a", "a+b", "a+b"]);
});

test("a first reply without a body is a failure", async () => {
  await expect(run([{ body: null, etag: '"1"' }])).rejects.toThrow("The server sent no content.");
});
