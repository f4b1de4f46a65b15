import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

/** The keys of a browser's subscription: its public key and its authentication secret. */
export type SubscriptionKeys = { p256dh: Uint8Array; auth: Uint8Array };

/** Random values of one message; given only to compare with published examples. */
type Randomness = { salt: Buffer; privateKey: Buffer };

const CURVE = "prime256v1";
const RECORD_BYTES = 4096;
/** Marks the last record; a single record is the last one. */
const LAST_RECORD = 2;

/** The body of a push message: the text encrypted for one subscription (RFC 8291, `aes128gcm` of RFC 8188), in a single record. */
export function encryptPush(text: string, { p256dh, auth }: SubscriptionKeys, random?: Randomness): Buffer {
  const sender = createECDH(CURVE);
  if (random) sender.setPrivateKey(random.privateKey);
  else sender.generateKeys();
  const salt = random?.salt ?? randomBytes(16);
  const senderKey = sender.getPublicKey();
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), p256dh, senderKey]);
  const input = hkdf(sender.computeSecret(p256dh), { salt: auth, info, bytes: 32 });
  const key = hkdf(input, { salt, info: Buffer.from("Content-Encoding: aes128gcm\0"), bytes: 16 });
  const nonce = hkdf(input, { salt, info: Buffer.from("Content-Encoding: nonce\0"), bytes: 12 });
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const record = Buffer.concat([cipher.update(text, "utf8"), cipher.update(Buffer.of(LAST_RECORD)), cipher.final()]);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(RECORD_BYTES, 0);
  head.writeUInt8(senderKey.length, 4);
  return Buffer.concat([salt, head, senderKey, record, cipher.getAuthTag()]);
}

/** Whether bytes are a public key that a message can be encrypted for. */
export function isPushKey(p256dh: Uint8Array): boolean {
  const probe = createECDH(CURVE);
  probe.generateKeys();
  try {
    probe.computeSecret(p256dh);
    return true;
  } catch {
    // Not a point of the curve.
    return false;
  }
}

function hkdf(
  secret: Uint8Array,
  { salt, info, bytes }: { salt: Uint8Array; info: Uint8Array; bytes: number },
): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, info, bytes));
}
