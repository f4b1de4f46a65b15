import { expect, test } from "vitest";
import { saveListState, lastList, readListState, rememberList, INITIAL_LIST_STATE } from "./list-state.ts";

function newStorage(text: string | null = null) {
  let stored = text;
  return { getItem: () => stored, setItem: (_: string, value: string) => void (stored = value) };
}

const listState = (key: string) => ({ ...INITIAL_LIST_STATE, open: [key], anchor: { key, offset: 12 } });

test("each history entry has its own list state", () => {
  const storage = newStorage();
  saveListState(storage, "a", listState("gc-1"));
  saveListState(storage, "b", listState("gc-2"));
  saveListState(storage, "a", listState("gc-3"));
  expect(readListState(storage, "a")).toEqual(listState("gc-3"));
  expect(readListState(storage, "b")).toEqual(listState("gc-2"));
  expect(readListState(storage, "c")).toBeNull();
  expect(readListState(storage, undefined)).toBeNull();
});

test("only the latest states are stored", () => {
  const storage = newStorage();
  for (let index = 0; index < 25; index++) saveListState(storage, `${index}`, listState("gc-1"));
  expect(readListState(storage, "4")).toBeNull();
  expect(readListState(storage, "5")).not.toBeNull();
});

test("the link back is to the list that the same user visited last", () => {
  const storage = newStorage();
  const last = { user: "a@x.example", query: { "stations-q": "oslo" }, entry: "a" };
  rememberList(storage, last);
  saveListState(storage, "a", listState("gc-1"));
  expect(lastList(storage, "a@x.example")).toEqual(last);
  expect(lastList(storage, "b@x.example")).toBeNull();
});

test.each(["", "{", "[]", '{"last":1,"states":[]}'])("an invalid stored value (%s) is ignored", (text) => {
  const storage = newStorage(text);
  expect(readListState(storage, "a")).toBeNull();
  expect(lastList(storage, "a@x.example")).toBeNull();
});

test("a storage that rejects writes causes no error", () => {
  const refuse = () => {
    throw new Error("full");
  };
  expect(() => saveListState({ getItem: () => null, setItem: refuse }, "a", INITIAL_LIST_STATE)).not.toThrow();
});
