import { usualPreferences, type SessionUser } from "@groundcrew/shared/sessions";
import { useState, type ReactNode } from "react";
import type * as kit from "../src/kit/index.ts";
import type * as ui from "../src/ui/index.ts";

/** The names of the components of `ui` and `kit`. */
type ComponentName = Extract<keyof typeof ui | keyof typeof kit, Capitalize<string>>;

/** A page of the gallery: its sections show components in their states. */
export type GalleryPage = {
  title: string;
  sections: Partial<Record<ComponentName, () => ReactNode>>;
  /** What covers the page, by component and state. */
  alone?: Screens;
  /** What is open once the first button is pressed. */
  opened?: Screens;
};

type Screens = Record<`${ComponentName}: ${string}`, () => ReactNode>;

/** Longer than there is room for. */
export const LONG =
  "The gantry of the battery exchange did not reach its parking position within the time that its motor profile allows";

export function doNothing(): void {}

type StateProps<T> = { start: T; children: (value: T, set: (value: T) => void) => ReactNode };

/** Keeps the value of a control. */
export function State<T>({ start, children }: StateProps<T>) {
  const [value, setValue] = useState(start);
  return children(value, setValue);
}

/** Who looks at what depends on its user. */
export const sampleUser: SessionUser = {
  name: "Kari Nilsen",
  email: "admin@groundcrew.example",
  can_manage: true,
  can_admin: true,
  org_id: 1,
  organization: "Groundcrew",
  default_view: null,
  preferences: usualPreferences,
};
