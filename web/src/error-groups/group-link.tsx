import type { ComponentProps } from "react";
import { PlainLink } from "../ui/index.ts";

type GroupLinkProps = Omit<ComponentProps<typeof PlainLink>, "href" | "id"> & { id: number };

/** A link to a group's page. */
export function GroupLink({ id, ...rest }: GroupLinkProps) {
  return <PlainLink {...rest} href={`/groups/${id}`} />;
}
