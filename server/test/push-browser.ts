import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** A subscription of a browser, which can read the messages that were encrypted for it. */
export type Subscribed = { endpoint: string; keys: { p256dh: string; auth: string }; read: (body: Buffer) => string };

/** A new subscription, as a browser makes one. */
export function subscribe(endpoint: string): Subscribed {
  const browser = createECDH("prime256v1");
  browser.generateKeys();
  const auth = randomBytes(16);
  const keys = { p256dh: browser.getPublicKey().toString("base64url"), auth: auth.toString("base64url") };
  return { endpoint, keys, read: (body) => decryptPush(body, { privateKey: browser.getPrivateKey(), auth }) };
}

/** Decrypts a message as a browser does (RFC 8291, section 3.4; a single record of RFC 8188). Throws when it is not for this subscription. */
export function decryptPush(body: Buffer, { privateKey, auth }: { privateKey: Buffer; auth: Buffer }): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const browser = createECDH("prime256v1");
  browser.setPrivateKey(privateKey);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), browser.getPublicKey(), senderKey]);
  const input = derive(browser.computeSecret(senderKey), { salt: auth, info, bytes: 32 });
  const key = derive(input, { salt, info: Buffer.from("Content-Encoding: aes128gcm\0"), bytes: 16 });
  const nonce = derive(input, { salt, info: Buffer.from("Content-Encoding: nonce\0"), bytes: 12 });
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  // The text, a byte that marks the last record, and zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString("utf8");
}

function derive(secret: Uint8Array, { salt, info, bytes }: { salt: Buffer; info: Buffer; bytes: number }): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, info, bytes));
}

/** The claims of a request's token (RFC 8292) if it was signed with a public key (a point); null otherwise. */
export function vapidClaims({ authorization = "" }: IncomingHttpHeaders, publicKey: Uint8Array): unknown {
  const [, head = "", claims = "", signature = "", key = ""] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(publicKey);
  if (!Buffer.from(key, "base64url").equals(point)) return null;
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const signer = { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" } as const;
  const isSigned = verify("sha256", Buffer.from(`${head}.${claims}`), signer, Buffer.from(signature, "base64url"));
  const parsed: unknown = JSON.parse(Buffer.from(claims, "base64url").toString());
  return isSigned ? parsed : null;
}
