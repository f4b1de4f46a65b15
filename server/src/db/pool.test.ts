import { once } from "node:events";
import { connect as dial, createServer, type Socket } from "node:net";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { isDatabaseAway } from "./away.ts";
import { connect } from "./database.ts";

const { db, url } = await testDatabase();

/** A way to the database that can be made to carry nothing for a while, as a frozen server or a lost network does. */
async function throttledWay() {
  const address = new URL(url);
  const sockets: Socket[] = [];
  const server = createServer((near) => {
    const far = dial(`${address.searchParams.get("host")}/.s.PGSQL.${address.port || "5432"}`);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) socket.on("error", () => {});
    sockets.push(near, far);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  const through = new URL(url);
  through.searchParams.delete("host");
  through.host = `127.0.0.1:${typeof bound === "object" ? bound?.port : ""}`;
  return {
    url: through.href,
    freeze: () => sockets.forEach((socket) => socket.pause()),
    thaw: () => sockets.forEach((socket) => socket.resume()),
    close: () => void server.close(),
  };
}

test("what a silent database was asked is given up with its connection, so that nothing later falls into its transaction", async () => {
  await sql`create table marks (id integer)`.execute(db);
  const way = await throttledWay();
  const far = connect(way.url, () => {});
  await sql`insert into marks values (1)`.execute(far);
  way.freeze();
  const failure = await far
    .transaction()
    .execute((tx) => sql`insert into marks values (2)`.execute(tx))
    .then(
      () => null,
      (error: unknown) => error,
    );
  expect(isDatabaseAway(failure)).toBe(true);
  way.thaw();
  await sql`insert into marks values (3)`.execute(far);
  const found = await sql<{ id: number }>`select id from marks order by id`.execute(db);
  expect(found.rows.map(({ id }) => id)).toEqual([1, 3]);
  await far.destroy();
  way.close();
});
