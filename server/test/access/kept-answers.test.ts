import { expect, test } from "vitest";
import { prepare, ways } from "./ask-everyone.ts";
import { startTestServer, type Answer, type TestServer } from "./test-server.ts";
import type { Who } from "./people.ts";

const system = await startTestServer();

/** Callers who see the same data, so that the ETag of one is valid for the others. */
const VIEWS: readonly (readonly Who[])[] = [["user A", "manager A", "key A"], ["user B"], ["staff"], ["admin"]];
const ASKING = VIEWS.flat();

const tagged = await answersWithTags(system);

test("every cacheable answer has an entity tag", () => {
  expect([...new Set(tagged.map(({ way }) => way))]).toEqual(
    expect.arrayContaining(["listStations", "listStations (one)", "getStation", "listStationErrors"]),
  );
});

test.for(tagged)("$way: the entity tag that $who gets does not match for callers with another view", async (given) => {
  const { way, who, headers } = given;
  const others = ASKING.filter((other) => !VIEWS.some((view) => view.includes(who) && view.includes(other)));
  for (const other of others) {
    const { ids, endpoint, ask } = await prepare(system, way);
    for (const targets of [ids, system.theirs]) {
      const asked = ask(targets);
      const plain = await system.ask(other, endpoint, asked);
      const etag = headers.etag ?? "";
      const withTag = await system.ask(other, endpoint, { ...asked, headers: { "if-none-match": etag } });
      // On a 304 the client shows the response that came with the tag.
      const shown = withTag.status === 304 ? given : withTag;
      expect([other, shown.status, shown.body]).toEqual([other, plain.status, plain.body]);
    }
  }
});

test.for(tagged.filter(({ who }) => who === "user A" || who === "admin"))(
  "$way: $who's own tag is answered with 304, without a body, or the same data",
  async ({ way, who, headers, body }) => {
    const { ids, endpoint, ask } = await prepare(system, way);
    const again = await system.ask(who, endpoint, { ...ask(ids), headers: { "if-none-match": headers.etag ?? "" } });
    expect(again.status in endpoint.replies).toBe(true);
    expect(again.body).toBe(again.status === 304 ? "" : body);
  },
);

/** Every response with an ETag, for each caller. */
async function answersWithTags(system: TestServer): Promise<(Answer & { way: string })[]> {
  const found: (Answer & { way: string })[] = [];
  for (const way of ways(system)) {
    for (const who of ASKING) {
      const { endpoint, ids, ask } = await prepare(system, way);
      if (endpoint.method !== "GET") continue;
      const answer = await system.ask(who, endpoint, ask(ids));
      if (answer.status === 200 && "etag" in answer.headers) found.push({ way, ...answer });
    }
  }
  return found;
}
