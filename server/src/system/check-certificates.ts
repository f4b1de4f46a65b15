import type { Finding } from "@groundcrew/shared/system";
import { DAY_MS } from "@groundcrew/shared/lib";
import { endpoints, readCertificate, UnusableCertificate, type Endpoint } from "../platform/certificates/index.ts";
import type { Config } from "../platform/config/index.ts";
import { reasonOf } from "../platform/lib/index.ts";

/** Certificates are usually renewed a month before they expire. */
const SOON_DAYS = 14;

/** Certificates of the addresses that browsers and stations use, and of the broker. */
export async function checkCertificates(config: Config): Promise<Finding[]> {
  return Promise.all(endpoints(config).map((endpoint) => checkCertificate(endpoint)));
}

async function checkCertificate(endpoint: Endpoint): Promise<Finding> {
  const about = "certificate";
  const where = `${endpoint.host}:${endpoint.port}`;
  try {
    const days = Math.floor(((await readCertificate(endpoint, { accept: "valid" })) - Date.now()) / DAY_MS);
    const state = days < SOON_DAYS ? "problem" : "ok";
    const advice = state === "problem" ? " Renew it." : "";
    return { about, state, sentence: `The certificate of ${where} is valid for another ${days} days.${advice}` };
  } catch (error) {
    const reason = reasonOf(error);
    const isReached = error instanceof UnusableCertificate && error.isReached;
    const sentence = isReached
      ? `${where} has no valid certificate: ${reason}. Renew it, or check the certificate of the ${endpoint.server}.`
      : `${where} cannot be reached from here: ${reason}. Check that the ${endpoint.server} runs, its name and its firewall.`;
    return { about, state: "problem", sentence };
  }
}
