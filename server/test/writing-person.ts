import { demoAccounts, DEMO_PASSWORD } from "../demo/index.ts";
import type { Db } from "../src/platform/db/index.ts";

/** Long enough for a busy server, short enough to detect one that will never answer. */
const REQUEST_TIMEOUT_MS = 60_000;

/** The result of a call: its status, or 0 and the reason if there was no response. */
export type Answer = { status: number; text: string; headers: Headers };

/** The cookies of a new session of a demo admin, as a header. */
export async function cookieOf(url: string): Promise<string> {
  const [admin] = demoAccounts;
  const body = JSON.stringify({ type: "credentials", email: admin?.email, password: DEMO_PASSWORD });
  const headers = { "content-type": "application/json" };
  const reply = await fetch(`${url}/api/sessions/current`, { method: "POST", headers, body });
  if (!reply.ok) throw new Error(`The admin cannot log in: ${await reply.text()}`);
  const cookies = reply.headers.getSetCookie().map((each) => each.split(";", 1)[0]);
  return cookies.join("; ");
}

/** An API client with the session of a demo admin. */
export async function signIn(url: string) {
  const headers = { "content-type": "application/json", cookie: await cookieOf(url) };

  return async function call(path: string, post?: { body: unknown; key: string }): Promise<Answer> {
    try {
      const answer = await fetch(`${url}/api${path}`, {
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        headers: { ...headers, ...(post && { "idempotency-key": post.key }) },
        ...(post && { method: "POST", body: JSON.stringify(post.body) }),
      });
      return { status: answer.status, text: await answer.text(), headers: answer.headers };
    } catch (error) {
      const text = String(error instanceof Error ? (error.cause ?? error) : error);
      return { status: 0, text, headers: new Headers() };
    }
  };
}
export type Call = Awaited<ReturnType<typeof signIn>>;

/**
 * Writes support log entries for a station, one after the other, until it is stopped. An entry whose request fails is sent again
 * with the same key, as the web app does.
 */
export function writingPerson(call: Call, station: string) {
  const written: string[] = [];
  const statuses = new Map<number, number>();
  const stopping = new AbortController();

  async function write(text: string): Promise<void> {
    const body = { content: text, status: "note" };
    for (;;) {
      const { status } = await call(`/stations/${station}/supportlog`, { body, key: `key of ${text}` });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 201) return void written.push(text);
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
    }
  }

  async function writeOn(): Promise<void> {
    for (let number = 0; !stopping.signal.aborted; number++) await write(`${station} entry ${number}`);
  }

  const writing = writeOn();
  return {
    station,
    /** Texts that were acknowledged. */
    written,
    /** Number of responses by status. */
    statuses,
    /** Stops once the current entry is acknowledged. */
    async stop(): Promise<void> {
      stopping.abort();
      await writing;
    },
  };
}
export type WritingPerson = ReturnType<typeof writingPerson>;

/** The texts in the support log of a person's station, oldest first. */
export async function storedTexts(db: Db, { station }: Pick<WritingPerson, "station">): Promise<string[]> {
  const rows = await db
    .selectFrom("support_log_entries")
    .select("content")
    .where("station_name", "=", station)
    .orderBy("id")
    .execute();
  return rows.map(({ content }) => content);
}
