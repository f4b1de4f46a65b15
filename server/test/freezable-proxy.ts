import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A proxy to a database on a Unix socket that can stop forwarding, as a frozen server or a lost network does. */
export async function freezableProxy(url: string) {
  const address = new URL(url);
  const sockets: Socket[] = [];
  let isFrozen = false;
  let connections = 0;
  const server = createServer((near) => {
    connections++;
    const far = connect(`${address.searchParams.get("host")}/.s.PGSQL.${address.port || "5432"}`);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) {
      socket.on("error", () => {});
      if (isFrozen) socket.pause();
    }
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
    /** Number of connections that were opened. */
    connections: () => connections,
    freeze(): void {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw(): void {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    close: () => void server.close(),
  };
}
