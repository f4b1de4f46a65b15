import type { ReactNode } from "react";
import type { Icon as TablerIcon } from "@tabler/icons-react";
import type { Form } from "../../../lib/index.ts";

/** Groups of kinds in the dialog of a new channel. */
export type ChannelGroup = "email" | "webhook" | "chat" | "other";

/** The form of a new channel. */
export type ChannelValues = { kind: string; name: string; address: string; secret: string };

type Field = { label: string; hint: string };

/** How a kind of channel is displayed, and how it is entered. */
export type ChannelKindForm = {
  label: string;
  icon: TablerIcon;
  group: ChannelGroup;
  /** A field for its address. */
  address?: Field & { inputMode?: "email" };
  /** Fields in its place. */
  Fields?: (props: { form: Form<ChannelValues> }) => ReactNode;
  /** A field for its secret. */
  secret?: Field;
  /** The server makes its secret, if none is entered, and new ones later. */
  hasMadeSecret?: true;
  /** It only receives alerts: rules do not notify it, and it is not tested. Only admins, whose organization is the provider, create it. */
  onlyReceives?: true;
  /** Identifies a channel of the kind in a line; by default with the label and the address. */
  text?: (address: string) => string;
};
