import { createECDH, createPrivateKey, sign } from "node:crypto";
import { HOUR_MS, SECOND_MS } from "@groundcrew/shared/lib";

/** A key pair with which a server identifies itself to push services: the public key as a point, the private one as a number. */
export type PushKeyPair = { publicKey: Uint8Array; privateKey: Uint8Array };

/** Push services accept at most a day. */
const VALID_MS = 12 * HOUR_MS;

export function newPushKeyPair(): PushKeyPair {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  return { publicKey: pair.getPublicKey(), privateKey: pair.getPrivateKey() };
}

/**
 * The `Authorization` header for a push service (RFC 8292). `contact` is an address at which its operator can reach ours, a `https:` or
 * `mailto:` URL.
 */
export function vapidHeader(
  endpoint: string,
  { publicKey, privateKey }: PushKeyPair,
  { contact, now }: { contact: string; now: number },
): string {
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor((now + VALID_MS) / SECOND_MS), sub: contact };
  const unsigned = [{ typ: "JWT", alg: "ES256" }, claims].map((part) => base64url(JSON.stringify(part))).join(".");
  const point = Buffer.from(publicKey);
  const jwk = {
    kty: "EC",
    crv: "P-256",
    d: base64url(Buffer.from(privateKey)),
    x: base64url(point.subarray(1, 33)),
    y: base64url(point.subarray(33)),
  };
  const key = createPrivateKey({ key: jwk, format: "jwk" });
  const signature = sign("sha256", Buffer.from(unsigned), { key, dsaEncoding: "ieee-p1363" });
  return `vapid t=${unsigned}.${base64url(signature)}, k=${base64url(point)}`;
}

function base64url(value: string | Buffer): string {
  return Buffer.from(value).toString("base64url");
}
