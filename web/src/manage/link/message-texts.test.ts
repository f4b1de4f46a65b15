import { expect, test } from "vitest";
import { eventKind } from "./message-texts.ts";

test.each([
  { payload: '{"v":1,"data":{"kind":"swap","facts":{}}}', kind: "swap" },
  { payload: '{"v":1,"data":{"facts":{"kind":"inner"},"kind":"earthquake"}}', kind: "earthquake" },
  { payload: '{"v":1,"data":{"kind" : "station_error","facts":{"error_message":"cut o', kind: "station_error" },
  { payload: '{"v":1,"data":{"kind":7}}', kind: null },
  { payload: "noise", kind: null },
  { payload: "", kind: null },
])("the kind that $payload names is $kind", ({ payload, kind }) => {
  expect(eventKind(payload)).toBe(kind);
});
