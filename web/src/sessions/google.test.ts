import { expect, test } from "vitest";
import { googleSignInUrl, parseGoogleResponse } from "./google.ts";

// @spec 37.6
test("Google sign-in requests scopes openid, profile and email, and returns to the login page", () => {
  const address = new URL(googleSignInUrl({ clientId: "id-1", origin: "https://console.example", state: "s" }));
  expect(address.origin).toBe("https://accounts.google.com");
  expect(Object.fromEntries(address.searchParams)).toEqual({
    client_id: "id-1",
    redirect_uri: "https://console.example/login",
    response_type: "token",
    scope: "openid profile email",
    state: "s",
  });
});

test("the token of a sign-in that was started here is accepted", () => {
  expect(parseGoogleResponse("#state=s&access_token=ya29.x&token_type=Bearer", "s")).toEqual({ token: "ya29.x" });
});

test.each([
  ["#state=other&access_token=t", "s"],
  ["#access_token=t", "s"],
  ["#state=s&access_token=t", null],
])("a token that nobody here asked for is refused (%s)", (hash, state) => {
  expect(parseGoogleResponse(hash, state)).toEqual({ refusal: "This Google sign-in was not started here. Try again." });
});

test("a rejection by Google is shown", () => {
  expect(parseGoogleResponse("#error=access_denied&state=s", "s")).toEqual({
    refusal: "The Google sign-in was cancelled.",
  });
  expect(parseGoogleResponse("#error=server_error&state=s", "s")).toEqual({
    refusal: "Google refused the sign-in. Try again.",
  });
});

test("any other hash is ignored", () => {
  for (const hash of ["", "#", "#12", "#state=s"]) expect(parseGoogleResponse(hash, "s")).toBeNull();
});
