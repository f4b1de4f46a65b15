import { expect, test } from "vitest";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { openApi } from "./openapi.ts";
import { rawBody } from "./raw-body.ts";

test("bytes are described by their media type, JSON by its schema, and nothing by nothing", () => {
  const picture = z.custom<Uint8Array>().meta({ contentMediaType: "image/jpeg" });
  const declared = endpoint({
    name: "changePicture",
    summary: "Changes a picture.",
    method: "PUT",
    path: "/api/picture",
    access: "public",
    body: rawBody,
    replies: { 200: picture, 201: z.object({ id: z.string() }), 204: z.null() },
  });
  expect(openApi([declared], { title: "Pictures", version: "1", cookie: "__Host-session" })).toMatchObject({
    components: { securitySchemes: { session: { in: "cookie", name: "__Host-session" } } },
    paths: {
      "/api/picture": {
        put: {
          requestBody: { content: { "application/octet-stream": {} } },
          responses: {
            200: { content: { "image/jpeg": {} } },
            201: { content: { "application/json": { schema: { type: "object" } } } },
            204: expect.not.objectContaining({ content: expect.anything() }),
          },
        },
      },
    },
  });
});
