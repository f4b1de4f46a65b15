import * as consoleApi from "@groundcrew/shared/console";
import { endpoint, type Endpoint } from "@groundcrew/shared/contract";
import * as sessions from "@groundcrew/shared/sessions";
import * as stations from "@groundcrew/shared/stations";
import { expect, test } from "vitest";
import { docsPage } from "./routes.ts";

const about = { title: "Groundcrew API", version: "1", cookie: "__Host-session" };
const endpoints = [consoleApi, sessions, stations].flatMap((api) => Object.values(api).filter(isEndpoint));

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "replies" in value;
}

test("the page documents every call: access, input and replies", () => {
  const page = docsPage(endpoints, about);
  for (const { name, method } of endpoints)
    expect(page).toMatch(new RegExp(`<article id="${name}">.*<b>${method}</b>`));
  expect(page).toMatch(
    /<article id="listStations">.*?For any user, API keys\. Answers 200, 304; may be refused with 401, 403, 422, 429, 503\./s,
  );
  expect(page).toMatch(/<article id="createStation">.*?<code>shipped<\/code><\/td><td>body<\/td><td>no</s);
  expect(page).toContain("__Host-session");
});

test("descriptions of calls are shown as text, not as markup", () => {
  const strange = endpoint({
    name: "strange",
    summary: '<script>alert("1")</script>',
    method: "GET",
    path: "/api/strange",
    access: "public",
    replies: {},
  });
  expect(docsPage([strange], about)).toContain("&lt;script>alert(&quot;1&quot;)&lt;/script>");
});
