import type { ComponentProps, MouseEvent } from "react";
import { useRouter } from "@tanstack/react-router";

type EntryLinkProps = Omit<ComponentProps<"a">, "href" | "onClick" | "id"> & { entry: number };

/** A link to an entry or reply. Plain markup, because a long log has many of them. */
export function EntryLink({ entry, children, ...rest }: EntryLinkProps) {
  const router = useRouter();

  function handleClick(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate({ to: "/supportlog/$", params: { _splat: "entries" }, search: {}, hash: String(entry) });
  }

  return (
    <a {...rest} href={`/supportlog/entries#${entry}`} onClick={handleClick}>
      {children}
    </a>
  );
}
