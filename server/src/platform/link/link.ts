import type { RejectedConnection, Topic } from "@groundcrew/shared/link";
import type { MessageReader, Received } from "./message-reader.ts";

/**
 * Handles one message. Until a returned promise settles, nothing more is read from that station, or from any if all stations share a
 * connection. `pauseStation` never makes other stations wait.
 */
export type HandleMessage = (message: Received) => Handling;

export type Handling = void | Promise<void> | { pauseStation: Promise<void> };

/** The connection to the stations, over the embedded broker or an external one. Messages are bytes; handlers parse them with `reader`. */
export type Link = {
  /** Sets the handler of a topic. Has to be called before `start`; a later call replaces an earlier one. */
  handle(topic: Topic, handle: HandleMessage): void;
  /** Sets the handler that is called when a station's connection has ended. An external broker does not report that. */
  handleLost(handle: (station: string, lost: Lost) => void): void;
  /** Parses messages, and records invalid ones. */
  readonly reader: MessageReader;
  /** Starts to receive messages. Rejects with a message for the operator when it cannot. */
  start(): Promise<void>;
  /** Publishes to one topic. False when the message was not sent: the station is not connected, not subscribed, or too slow. */
  publish(topic: string, payload: string): Promise<boolean>;
  /** Ends a station's connection; does nothing with an external broker. */
  disconnect(station: string): void;
  /** Ends a station's connection of this epoch or an earlier one, because there is a later one; does nothing with an external broker. */
  supersede(station: string, epoch: number): void;
  /** Whether messages can be received at the moment. */
  connected(): boolean;
  /** Ends all connections; afterwards nothing is handled any more. */
  stop(): Promise<void>;
};

/** The end of a station's connection: when (ms), and which one. */
type Lost = { at: number; epoch: number };

/** Whether a station may connect; otherwise no station has that name, it is not in service, or its password is wrong. */
export type Verdict = "accepted" | "unknown" | "disabled" | "wrong_secret";

/** `epoch` numbers the connections of a station that servers accept, in ascending order. */
type Authenticated = { verdict: "accepted"; epoch: number } | { verdict: Exclude<Verdict, "accepted"> };

/** Decides whether a station may connect. Rejects when that cannot be decided now. */
export type Authenticate = (station: string, password: string) => Promise<Authenticated>;

/** Why a station's connection was rejected. */
export type RejectionReason = RejectedConnection["reason"];
