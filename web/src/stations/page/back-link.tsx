import { useState, type ComponentProps } from "react";
import { Link } from "@tanstack/react-router";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { lastList } from "../list-state.ts";

type BackLinkProps = Pick<ComponentProps<"a">, "className" | "title" | "aria-label" | "children"> & {
  user: Pick<SessionUser, "email">;
};

/** A link back to the list as the user left it, with its search, sort and filters. */
export function BackLink({ user, ...rest }: BackLinkProps) {
  const [last] = useState(() => lastList(sessionStorage, user.email));
  if (!last) return <Link to="/" {...rest} />;
  return <Link to="/" search={last.query} state={{ listEntry: last.entry }} {...rest} />;
}
