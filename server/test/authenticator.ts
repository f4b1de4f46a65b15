import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest();

/** Flags of an authenticator's answer (WebAuthn, section 6.1): the user was there, and was verified, and a credential follows. */
const PRESENT = 1;
const VERIFIED = 4;
const HAS_CREDENTIAL = 64;

type Differences = { origin?: string; isVerified?: boolean };

/** An authenticator with one passkey, as a browser at `origin` uses it. It counts its answers unless `counts` is false. */
export function authenticatorAt(origin: string, { counts = true } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(32);
  const rpIdHash = sha256(new URL(origin).hostname);
  let counter = 0;

  function data(flags: number, { isVerified = true }: Differences, credential: readonly Uint8Array[] = []): Buffer {
    if (counts) counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const set = flags | PRESENT | (isVerified ? VERIFIED : 0);
    return Buffer.concat([rpIdHash, Buffer.from([set]), count, ...credential]);
  }

  function clientData(type: "create" | "get", challenge: string, { origin: from = origin }: Differences): Buffer {
    return Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin: from, crossOrigin: false }));
  }

  return {
    id: id.toString("base64url"),

    /** What `addPasskey` takes. */
    make(challenge: string, differences: Differences = {}) {
      const key = Buffer.concat([
        Buffer.from("a5010203262001215820", "hex"),
        Buffer.from(x, "base64url"),
        Buffer.from("225820", "hex"),
        Buffer.from(y, "base64url"),
      ]);
      const credential = [Buffer.alloc(16), Buffer.from([0, id.length]), id, key];
      const authData = data(HAS_CREDENTIAL, differences, credential);
      const attestation = Buffer.concat([
        Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746158", "hex"),
        Buffer.from([authData.length]),
        authData,
      ]);
      return {
        id: id.toString("base64url"),
        clientDataJSON: clientData("create", challenge, differences).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal"],
      };
    },

    /** The answer to a challenge. */
    answer(challenge: string, differences: Differences = {}) {
      const authData = data(0, differences);
      const client = clientData("get", challenge, differences);
      const signature = sign("sha256", Buffer.concat([authData, sha256(client)]), privateKey);
      return {
        type: "passkey" as const,
        id: id.toString("base64url"),
        clientDataJSON: client.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: signature.toString("base64url"),
      };
    },
  };
}
