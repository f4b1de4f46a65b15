import type { RejectedConnection, Topic } from "@groundcrew/shared/link";
import type { MessageReader, Received } from "./message-reader.ts";

/**
 * Takes in one message. Until a promise it returns is settled, no more than has been read is read from that station, and where all
 * stations share a connection, from any. With `pauseStation` the others are never made to wait.
 */
export type HandleMessage = (message: Received) => Handling;

export type Handling = void | Promise<void> | { pauseStation: Promise<void> };

/**
 * The way to the stations, whatever carries it: a broker of our own or one of others. Messages in it are bytes; who
 * handles them reads them with its `reader`.
 */
export type Link = {
  /** Names who handles one kind of message. To be called before `start`; a later call replaces the earlier one. */
  handle(topic: Topic, handle: HandleMessage): void;
  /** Names who is told that a station's connection has ended. A transport that cannot know never tells. */
  handleLost(handle: (station: string, at: number) => void): void;
  /** Reads messages, and remembers what could not be read. */
  readonly reader: MessageReader;
  /** Begins to take in messages. Fails with a sentence when it cannot. */
  start(): Promise<void>;
  /** Sends to one topic. False when nobody took it: the station is not connected, or is too slow to be sent more. */
  publish(topic: string, payload: string): Promise<boolean>;
  /** Ends a station's connection, as far as it is this transport that holds it. */
  disconnect(station: string): void;
  /** Whether messages can come in at the moment. */
  connected(): boolean;
  /** Ends all connections; nothing is handled any more from here on. */
  stop(): Promise<void>;
};

/**
 * What became of a station that wants to connect: let in, or not, because no station of that name exists, it is not in
 * service, or its password is wrong.
 */
export type Verdict = "accepted" | "unknown" | "disabled" | "wrong_secret";

/** Decides whether a station may connect. Fails when it cannot be decided now. */
export type Authenticate = (station: string, password: string) => Promise<Verdict>;

/** Why a station is not let in. */
export type Refusal = RejectedConnection["reason"];
