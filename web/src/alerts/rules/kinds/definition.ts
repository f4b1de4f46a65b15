import type { ReactNode } from "react";
import type { Condition, RuleKind } from "@groundcrew/shared/alerts";
import type { Icon as TablerIcon } from "@tabler/icons-react";
import type { Form } from "../../../lib/index.ts";

/** The settings of a condition of a kind. */
export type SettingsOf<K extends RuleKind> = Omit<Extract<Condition, { kind: K }>, "kind">;

/** A setting as it is entered: a number as text. */
type Entered<T> = T extends number | string ? string : T extends boolean ? boolean : readonly string[];
export type EnteredOf<Settings> = { [Name in keyof Settings]: Entered<Settings[Name]> };

type NamesOf<Values, T> = { [Name in keyof Values]: Values[Name] extends T ? Name : never }[keyof Values];
type AnyForm = Form<{ text: string; check: boolean; list: readonly string[] }>;

/** The part of a rule's form that has the settings of a kind. */
type SettingsForm<Values> = {
  text: (name: NamesOf<Values, string>) => ReturnType<AnyForm["text"]>;
  choice: (name: NamesOf<Values, string>) => ReturnType<AnyForm["choice"]>;
  check: (name: NamesOf<Values, boolean>) => ReturnType<AnyForm["check"]>;
  list: (name: NamesOf<Values, readonly string[]>) => ReturnType<AnyForm["list"]>;
};

/** How a kind of rules with some settings is displayed, and how its condition is entered. Its label is that of `shared`. */
export type FormOf<Settings> = {
  icon: TablerIcon;
  /** Below the sentence, while nothing is wrong with it. */
  help: string;
  /** The settings of a new rule. Those with the same name are one field in all kinds, so they begin with the same value. */
  initial: Settings;
  /** The rest of the sentence that begins with its label: "Camera missing for 30 minutes". */
  Fields: (props: { form: SettingsForm<EnteredOf<Settings>> }) => ReactNode;
};

export type RuleKindForm<K extends RuleKind> = FormOf<SettingsOf<K>>;
