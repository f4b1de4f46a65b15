import { expect, test } from "vitest";
import { keepPlace, lastList, readPlace, rememberList, TOP_OF_LIST } from "./list-place.ts";

function newStorage(text: string | null = null) {
  let kept = text;
  return { getItem: () => kept, setItem: (_: string, value: string) => void (kept = value) };
}

const place = (key: string) => ({ ...TOP_OF_LIST, open: [key], anchor: { key, offset: 12 } });

test("a place is kept with its entry of the history, also over other places", () => {
  const storage = newStorage();
  keepPlace(storage, "a", place("gc-1"));
  keepPlace(storage, "b", place("gc-2"));
  keepPlace(storage, "a", place("gc-3"));
  expect(readPlace(storage, "a")).toEqual(place("gc-3"));
  expect(readPlace(storage, "b")).toEqual(place("gc-2"));
  expect(readPlace(storage, "c")).toBeNull();
  expect(readPlace(storage, undefined)).toBeNull();
});

test("only the latest places are kept", () => {
  const storage = newStorage();
  for (let at = 0; at < 25; at++) keepPlace(storage, `${at}`, place("gc-1"));
  expect(readPlace(storage, "4")).toBeNull();
  expect(readPlace(storage, "5")).not.toBeNull();
});

test("the way back leads to the list its own user left last", () => {
  const storage = newStorage();
  const last = { user: "a@x.example", query: { "stations-q": "oslo" }, entry: "a" };
  rememberList(storage, last);
  keepPlace(storage, "a", place("gc-1"));
  expect(lastList(storage, "a@x.example")).toEqual(last);
  expect(lastList(storage, "b@x.example")).toBeNull();
});

test.each(["", "{", "[]", '{"last":1,"places":[]}'])("what is stored wrongly (%s) is no place", (text) => {
  const storage = newStorage(text);
  expect(readPlace(storage, "a")).toBeNull();
  expect(lastList(storage, "a@x.example")).toBeNull();
});

test("a storage that refuses to store is no failure", () => {
  const refuse = () => {
    throw new Error("full");
  };
  expect(() => keepPlace({ getItem: () => null, setItem: refuse }, "a", TOP_OF_LIST)).not.toThrow();
});
