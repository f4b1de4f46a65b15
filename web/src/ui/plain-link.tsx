import type { ComponentProps, MouseEvent } from "react";
import { useRouter } from "@tanstack/react-router";

type PlainLinkProps = Omit<ComponentProps<"a">, "onClick"> & {
  href: string;
  /** Called on a plain press instead of navigating. The link can still be opened in a new tab. */
  onPress?: (() => void) | undefined;
};

/** A link to a page of the console, for rows: the router's own link subscribes to every navigation, once for each row. */
export function PlainLink({ href, onPress, children, ...rest }: PlainLinkProps) {
  const router = useRouter();

  function handleClick(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (onPress) onPress();
    else void router.navigate({ href });
  }

  return (
    <a {...rest} href={href} onClick={handleClick}>
      {children}
    </a>
  );
}
