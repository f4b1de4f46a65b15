import { station, type Station } from "@groundcrew/shared/stations";
import { ADMIN } from "./station-parts.ts";

/** Fetches stations from a server as an admin: what it shows at the moment, which can lag behind the database. */
export function shownBy({ url, password }: { url: string; password: string }): (name: string) => Promise<Station> {
  let session: Promise<string> | undefined;

  async function logIn(): Promise<string> {
    const body = JSON.stringify({ email: ADMIN, password });
    const headers = { "content-type": "application/json" };
    const { headers: reply } = await fetch(`${url}/api/sessions/current`, { method: "POST", headers, body });
    return reply
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; ");
  }

  return async (name) => {
    const cookie = await (session ??= logIn());
    const reply = await fetch(`${url}/api/stations/${name}`, { headers: { cookie } });
    if (!reply.ok) throw new Error(`The server answered ${reply.status} when asked for the station ${name}`);
    return station.parse(await reply.json());
  };
}
