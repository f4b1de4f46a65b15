import { expect, test } from "vitest";
import { callOutcome } from "./failure.ts";

const of = (status: number, statusText = "", body: unknown = null) => callOutcome({ status, statusText, body });

// @spec 290.1
test.each([200, 201, 204, 304])("status %i is a success", (status) => {
  expect(of(status).tone).toBe("success");
});

// @spec 290.1
test("status 202 is an info", () => {
  expect(of(202).tone).toBe("info");
});

// @spec 290.2
test("status 101 shows 'Connecting...'", () => {
  expect(of(101)).toEqual({ tone: "info", text: "Connecting..." });
});

// @spec 290.3
test.each([0, 100, 199, 600, 999])("status %i is unexpected", (status) => {
  expect(of(status, "Odd")).toEqual({
    tone: "danger",
    text: `An unexpected status was returned (status: ${status} Odd)`,
  });
});

// @spec 290.4
test("a detail sentence is shown as it is", () => {
  expect(of(409, "Conflict", { title: "Conflict", status: 409, detail: "There is one." }).text).toBe("There is one.");
  expect(of(409, "Conflict", { detail: "There is one." }).text).toBe("There is one.");
});

// @spec 290.5
test("a detail list is shown as a line for each field", () => {
  const detail = [
    { field: "serial_number", message: "Serial number is required" },
    { field: "name", message: "Too long" },
  ];
  expect(of(422, "Unprocessable Entity", { title: "", status: 422, detail }).text).toBe(
    "The data submitted has some problems:\nserial_number: Serial number is required\nname: Too long",
  );
});

// @spec 290.6
test("plain text is shown as it is", () => {
  expect(of(502, "Bad Gateway", "Upstream is away\n").text).toBe("Upstream is away");
});

// @spec 290.6
test.each([null, undefined, "", " ", {}, { detail: "" }, { detail: 7 }, [1]])(
  "a failure that says nothing (%j) is named by its status",
  (body) => {
    expect(of(500, "Internal Server Error", body)).toEqual({
      tone: "danger",
      text: "An error occurred (status: 500 Internal Server Error)",
    });
  },
);

test("a status without a text, as HTTP/2 sends it, leaves no gap", () => {
  expect(of(403).text).toBe("An error occurred (status: 403)");
});
