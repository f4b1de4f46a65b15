import { station, type Station } from "@groundcrew/shared/stations";
import { ADMIN } from "./station-steps.ts";

type Server = { url: string; password: string };

/** Returns a function that fetches a station from a server as an admin. What the server shows can lag behind the database. */
export function stationFetcher({ url, password }: Server): (name: string) => Promise<Station> {
  let session: Promise<string> | undefined;

  async function logIn(): Promise<string> {
    const body = JSON.stringify({ email: ADMIN, password });
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${url}/api/sessions/current`, { method: "POST", headers, body });
    return response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; ");
  }

  return async (name) => {
    const cookie = await (session ??= logIn());
    const response = await fetch(`${url}/api/stations/${name}`, { headers: { cookie } });
    if (!response.ok) throw new Error(`The server returned ${response.status} for the station ${name}`);
    return station.parse(await response.json());
  };
}
