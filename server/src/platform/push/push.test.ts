import { createECDH } from "node:crypto";
import { expect, test } from "vitest";
import webPush from "web-push";
import { decryptPush, subscribe, vapidClaims } from "../../../test/push-browser.ts";
import { encryptPush, isPushKey } from "./encrypt.ts";
import { newPushKeyPair, vapidHeader } from "./vapid.ts";

const bytes = (text: string) => Buffer.from(text, "base64url");

test("the example of RFC 8291, section 5, is encrypted byte for byte", () => {
  const keys = {
    p256dh: bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
    auth: bytes("BTBZMqHH6r4Tts7J_aSIgg"),
  };
  const random = {
    salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"),
    privateKey: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
  };
  expect(encryptPush("When I grow up, I want to be a watermelon", keys, random).toString("base64url")).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});

test("messages are different each time, and as long as those of web-push", () => {
  const browser = createECDH("prime256v1");
  const keys = { p256dh: browser.generateKeys(), auth: Buffer.alloc(16, 7) };
  const [one, two] = [encryptPush("offline", keys), encryptPush("offline", keys)];
  expect(one).not.toEqual(two);
  const theirs = webPush.generateRequestDetails(
    {
      endpoint: "https://push.example/x",
      keys: { p256dh: keys.p256dh.toString("base64url"), auth: keys.auth.toString("base64url") },
    },
    "offline",
    {
      contentEncoding: "aes128gcm",
      vapidDetails: { subject: "mailto:a@push.example", ...webPush.generateVAPIDKeys() },
    },
  );
  expect(one).toHaveLength(theirs.body?.length ?? 0);
});

test("a browser decrypts the example of RFC 8291, section 5, and what this server encrypts", () => {
  const body = bytes(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
  const keys = {
    privateKey: bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"),
    auth: bytes("BTBZMqHH6r4Tts7J_aSIgg"),
  };
  expect(decryptPush(body, keys)).toBe("When I grow up, I want to be a watermelon");
  const { keys: own, read } = subscribe("https://push.example/x");
  const encrypted = encryptPush("Grüße ✓", { p256dh: bytes(own.p256dh), auth: bytes(own.auth) });
  expect(read(encrypted)).toBe("Grüße ✓");
});

test("a server identifies itself with a signed token for the push service", () => {
  const pair = newPushKeyPair();
  const now = Date.parse("2026-05-01T12:00:00.000Z");
  const authorization = vapidHeader("https://push.example:8443/abc/def", pair, {
    contact: "https://groundcrew.example",
    now,
  });
  expect(vapidClaims({ authorization }, pair.publicKey)).toEqual({
    aud: "https://push.example:8443",
    exp: now / 1000 + 12 * 60 * 60,
    sub: "https://groundcrew.example",
  });
  expect(vapidClaims({ authorization }, newPushKeyPair().publicKey)).toBeNull();
});

test("a key that is no point of the curve is recognized", () => {
  expect(isPushKey(newPushKeyPair().publicKey)).toBe(true);
  expect(isPushKey(Buffer.alloc(65, 4))).toBe(false);
});
