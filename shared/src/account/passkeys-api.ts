import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { lineOf } from "../lib/index.ts";
import { newCodes } from "./factors-api.ts";

/** How many passkeys a user may have. */
export const MAX_PASSKEYS = 20;

const bytes = z.base64url().min(1).max(20_000);
const name = lineOf(60, "Name the passkey.");
const id = z.strictObject({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });

/** The ways to reach a passkey that browsers name. */
export const passkeyTransport = z.enum(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]);
export type PasskeyTransport = z.output<typeof passkeyTransport>;

const publicKey = z.literal("public-key");

export const beginPasskey = endpoint({
  name: "beginPasskey",
  summary:
    "What a browser needs to make a passkey for the caller (WebAuthn, section 5.1.9). Nothing is stored until `addPasskey` returns the answer within five minutes.",
  method: "POST",
  path: "/api/account/passkeys/challenge",
  access: "user",
  keyScope: null,
  refusals: [409],
  replies: {
    200: z.object({
      challenge: z.string(),
      rp: z.object({ id: z.string(), name: z.string() }),
      user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
      timeout: z.number().int(),
      pubKeyCredParams: z.array(z.object({ type: publicKey, alg: z.number().int() })),
      excludeCredentials: z.array(z.object({ type: publicKey, id: z.string(), transports: z.array(passkeyTransport) })),
      authenticatorSelection: z.object({
        residentKey: z.literal("required"),
        userVerification: z.literal("required"),
      }),
      attestation: z.literal("none"),
    }),
  },
});

export const addPasskey = endpoint({
  name: "addPasskey",
  summary:
    "Adds a passkey of the caller. The first second factor comes with recovery codes; a list of none means that those before stay valid.",
  method: "POST",
  path: "/api/account/passkeys",
  access: "user",
  keyScope: null,
  topics: ["users"],
  body: z.strictObject({
    name,
    id: bytes,
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(passkeyTransport).max(10),
  }),
  refusals: [409],
  replies: { 200: newCodes },
});

export const renamePasskey = endpoint({
  name: "renamePasskey",
  summary: "Renames a passkey of the caller.",
  method: "PUT",
  path: "/api/account/passkeys/:id",
  access: "user",
  keyScope: null,
  topics: ["users"],
  params: id,
  body: z.strictObject({ name }),
  refusals: [404],
  replies: { 204: z.null() },
});

export const removePasskey = endpoint({
  name: "removePasskey",
  summary:
    "Removes a passkey of the caller, and with the last second factor the recovery codes. The last one is a 409 where the organization requires one.",
  method: "DELETE",
  path: "/api/account/passkeys/:id",
  access: "user",
  keyScope: null,
  topics: ["users"],
  params: id,
  refusals: [404, 409],
  replies: { 204: z.null() },
});
