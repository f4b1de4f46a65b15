import type { Finding } from "@groundcrew/shared/system";
import { tryConnection } from "../platform/bus/index.ts";
import type { Config } from "../platform/config/index.ts";
import { reasonOf } from "../platform/lib/index.ts";

/** Whether NATS accepts this server. Without it everything works, and costs more. */
export async function checkNats({ natsUrls: urls }: Config): Promise<Finding[]> {
  if (urls === null) return [];
  const about = "NATS";
  const hosts = urls.split(",").map((url) => new URL(url).host);
  const where = `NATS at ${hosts.join(" or ")}`;
  try {
    await tryConnection(urls);
    return [{ about, state: "ok", sentence: `${where} accepts this server.` }];
  } catch (error) {
    const sentence = `${where} does not accept this server: ${reasonOf(error)}. Check NATS_URL and the log of NATS. Until then, servers read from the database what others store.`;
    return [{ about, state: "problem", sentence }];
  }
}
