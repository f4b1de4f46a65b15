import { expect, test } from "vitest";
import { prepare, variants } from "./send-all.ts";
import { startTestServer, type Answer, type TestServer } from "./test-server.ts";
import type { Who } from "./people.ts";

const system = await startTestServer();

/** Callers who see the same data, so that the ETag of one is valid for the others. */
const VIEWS: readonly (readonly Who[])[] = [
  ["user A", "manager A", "full key A", "key A"],
  ["user B"],
  ["staff", "full key"],
  ["admin"],
];
const CALLERS = VIEWS.flat();

const tagged = await answersWithTags(system);

test("every cacheable answer has an entity tag", () => {
  expect([...new Set(tagged.map(({ variant }) => variant))]).toEqual(
    expect.arrayContaining(["listStations", "listStations (one)", "getStation", "listStationErrors"]),
  );
});

test.for(tagged)(
  "$variant: the entity tag that $who gets does not match for callers with another view",
  async (given) => {
    const { variant, who, headers } = given;
    const others = CALLERS.filter((other) => !VIEWS.some((view) => view.includes(who) && view.includes(other)));
    for (const other of others) {
      const { ids, endpoint, requestFor } = await prepare(system, variant);
      for (const targets of [ids, system.theirs]) {
        const request = requestFor(targets);
        const plain = await system.send(other, endpoint, request);
        const etag = headers.etag ?? "";
        const withTag = await system.send(other, endpoint, { ...request, headers: { "if-none-match": etag } });
        // On a 304 the client shows the response that came with the tag.
        const shown = withTag.status === 304 ? given : withTag;
        expect([other, shown.status, shown.body]).toEqual([other, plain.status, plain.body]);
      }
    }
  },
);

test.for(tagged.filter(({ who }) => who === "user A" || who === "admin"))(
  "$variant: $who's own tag is answered with 304, without a body, or the same data",
  async ({ variant, who, headers, body }) => {
    const { ids, endpoint, requestFor } = await prepare(system, variant);
    const again = await system.send(who, endpoint, {
      ...requestFor(ids),
      headers: { "if-none-match": headers.etag ?? "" },
    });
    expect(again.status in endpoint.replies).toBe(true);
    expect(again.body).toBe(again.status === 304 ? "" : body);
  },
);

/** Every response with an ETag, for each caller. */
async function answersWithTags(system: TestServer): Promise<(Answer & { variant: string })[]> {
  const found: (Answer & { variant: string })[] = [];
  for (const variant of variants(system, "GET")) {
    for (const who of CALLERS) {
      const { endpoint, ids, requestFor } = await prepare(system, variant);
      const answer = await system.send(who, endpoint, requestFor(ids));
      if (answer.status === 200 && "etag" in answer.headers) found.push({ variant, ...answer });
    }
  }
  return found;
}
