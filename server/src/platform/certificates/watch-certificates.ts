import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import { allOf, gaugesOf, repeat, type Part } from "../lib/index.ts";
import { readCertificate, type Endpoint } from "./read-certificate.ts";

/** Certificates change rarely, but one that was renewed should not be reported for long. */
const EVERY_MS = 5 * MINUTE_MS;

type WatchedCertificate = Endpoint & { expiresMs: number };

const certificates = gaugesOf<WatchedCertificate>();

certificates.add(
  {
    name: "groundcrew_certificate_expiry_timestamp_seconds",
    help: "When the certificate of ORIGIN, MQTT_PUBLIC_URL or MQTT_URL expires, in Unix time, by host and port; NaN while it cannot be read.",
    labelNames: ["endpoint"],
  },
  (expiry, { host, port, expiresMs }) => expiry.set({ endpoint: `${host}:${port}` }, expiresMs / SECOND_MS),
);

/** Includes certificates in the metrics, and reads them regularly. */
export function watchCertificates(endpoints: readonly Endpoint[], { log }: { log: Logger }): Part {
  const watched = endpoints.map((endpoint) => ({ ...endpoint, expiresMs: NaN }));
  const readAll = async (signal: AbortSignal) => {
    await Promise.all(watched.map((each) => readInto(each, signal)));
  };
  const reading = repeat(readAll, { everyMs: EVERY_MS, log, failure: "certificates could not be read" });
  return allOf([...watched.map((each) => certificates.watch(each)), reading]);
}

async function readInto(watched: WatchedCertificate, signal: AbortSignal): Promise<void> {
  // NaN in the metric says that it cannot be read, and `groundcrew doctor` why.
  watched.expiresMs = await readCertificate(watched, { accept: "any", signal }).catch(() => NaN);
}
