import type { ComponentProps, MouseEvent } from "react";
import { useRouter } from "@tanstack/react-router";

/** A link to a group's page. Plain markup: the router's own link subscribes to every navigation, once for each row. */
export function GroupLink({
  id,
  children,
  ...rest
}: Omit<ComponentProps<"a">, "href" | "onClick" | "id"> & { id: number }) {
  const router = useRouter();
  const href = `/groups/${id}`;

  function handleClick(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate({ href });
  }

  return (
    <a {...rest} href={href} onClick={handleClick}>
      {children}
    </a>
  );
}
