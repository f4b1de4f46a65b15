import type { Finding } from "@groundcrew/shared/system";
import { z } from "zod";
import { addressOf } from "../../server/src/platform/address.ts";
import type { Config } from "../../server/src/platform/config/index.ts";
import { databaseAddress } from "../../server/src/platform/db/index.ts";
import { reasonOf } from "../../server/src/platform/lib/index.ts";

/** The server that runs here, as it describes itself on its OPS_PORT. */
export type Running = {
  /** Why it is not ready; null while it is. */
  notReady: string | null;
  /** Null if it does not say, as versions before 0.2.0. */
  installation: Installation | null;
};

type Installation = { dataDir: string; database: string };

const TIMEOUT_MS = 5_000;
const problem = z.object({ detail: z.string() });

/** Null if no server answers there. */
export async function findRunning({ opsHost, opsPort }: Config): Promise<Running | null> {
  if (opsPort === 0) return null;
  const get = (path: string) =>
    fetch(`${addressOf("http", opsHost, opsPort)}${path}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const isAlive = await get("/healthz").then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isAlive) return null;
  try {
    const ready = await get("/readyz");
    const notReady = ready.ok ? null : problem.parse(await ready.json()).detail;
    const metrics = await get("/metrics").then((reply) => reply.text());
    return { notReady, installation: installationIn(metrics) };
  } catch (error) {
    return { notReady: reasonOf(error), installation: null };
  }
}

function installationIn(metrics: string): Installation | null {
  const labels =
    /^groundcrew_build_info\{version="[^"]*",data_dir=("(?:[^"\\]|\\.)*"),database=("(?:[^"\\]|\\.)*")\} 1$/m;
  const [, dataDir, database] = labels.exec(metrics) ?? [];
  // Labels are escaped as in JSON.
  const textOf = (label: string) => z.string().parse(JSON.parse(label));
  return dataDir === undefined || database === undefined
    ? null
    : { dataDir: textOf(dataDir), database: textOf(database) };
}

/** Whether a running server has these settings, as far as it says. */
export function isOwn({ dataDir, databaseUrl }: Config, { installation }: Running): boolean {
  if (installation === null) return true;
  return installation.dataDir === dataDir && installation.database === databaseAddress(databaseUrl);
}

export function checkRunning(config: Config, running: Running): Finding {
  const about = "server";
  const { notReady, installation } = running;
  const { opsPort } = config;
  if (installation !== null && !isOwn(config, running)) {
    const { dataDir, database } = installation;
    const sentence = `Another installation runs on OPS_PORT ${opsPort}, with DATA_DIR ${dataDir} and the database ${database}. Give this command its settings, or choose other ports.`;
    return { about, state: "problem", sentence };
  }
  if (notReady === null) return { about, state: "ok", sentence: `It runs, and is ready (OPS_PORT ${opsPort}).` };
  return { about, state: "problem", sentence: `It runs, but is not ready: ${notReady.replace(/\.$/, "")}.` };
}

/** Whether the proxy passes requests to the server. That it cannot be reached, or has no valid certificate, is for `checkCertificates` to say. */
export async function checkProxy({ origin }: Config): Promise<Finding[]> {
  const reply = await fetch(`${origin}/api/console`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  if (reply === null || reply.headers.has("x-build")) return [];
  const sentence = `${origin} answers ${reply.status}, but not as this server does. Compare the proxy's target with HOST and PORT.`;
  return [{ about: "proxy", state: "problem", sentence }];
}
