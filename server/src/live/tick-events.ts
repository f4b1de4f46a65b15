import type { LiveNotice } from "@groundcrew/shared/live";
import { eventPart, type BodyPart } from "../platform/http/index.ts";
import {
  listKey,
  optionsKey,
  type Board,
  type KnownList,
  type ListSelection,
  type ListUpdate,
} from "../stations/index.ts";
import { jsonEvent } from "./client.ts";

type ListUpdateOf = (selection: ListSelection, known: KnownList) => ListUpdate;
/** An event of a list, null when nothing has changed, and the time (ms) up to which the list is current with it. */
type ListEvent = { part: BodyPart | null; at: number };

/** The events that are sent at one time, each written once for all clients that get the same. */
export class TickEvents {
  readonly #board: Board;
  readonly #listUpdate: ListUpdateOf;
  readonly #server: string;
  readonly #lists = new Map<string, ListEvent>();
  readonly #notices = new Map<string, BodyPart>();

  constructor({ board, listUpdate, server }: { board: Board; listUpdate: ListUpdateOf; server: string }) {
    this.#board = board;
    this.#listUpdate = listUpdate;
    this.#server = server;
  }

  ofList(selection: ListSelection, known: KnownList): ListEvent {
    const { view, options } = selection;
    const key = [listKey(view), optionsKey(options), known.since, known.volatileSince, known.readings].join(" ");
    const event = this.#lists.get(key) ?? this.#writeList(selection, known);
    this.#lists.set(key, event);
    return event;
  }

  ofNotices(notices: LiveNotice[]): BodyPart {
    const key = JSON.stringify(notices);
    const part = this.#notices.get(key) ?? jsonEvent("changed", { notices });
    this.#notices.set(key, part);
    return part;
  }

  #writeList(selection: ListSelection, known: KnownList): ListEvent {
    const update = this.#listUpdate(selection, known);
    if (update.kind === "update") {
      const { data, at } = update;
      return { part: data === null ? null : eventPart("stations", data, `${this.#server}.${at}`), at };
    }
    const at = this.#board.now();
    return { part: jsonEvent("resync", { at: new Date(at).toISOString() }), at };
  }
}
