import type { ComponentProps, MouseEvent } from "react";
import { useRouter } from "@tanstack/react-router";

type StationLinkProps = Omit<ComponentProps<"a">, "href" | "onClick"> & {
  name: string;
  /** Path below the station's. */
  path?: string;
  /** What a plain press does instead of going there; the link can still be opened in a tab of its own. */
  onPress?: () => void;
};

/** A link to a station's page. Plain markup: the router's own link looks at every navigation, once a row. */
export function StationLink({ name, path = "", onPress, children, ...rest }: StationLinkProps) {
  const router = useRouter();

  function handleClick(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (onPress) onPress();
    else void router.navigate({ to: "/stations/$name/$", params: { name, _splat: path } });
  }

  return (
    <a {...rest} href={`/stations/${name}${path === "" ? "" : `/${path}`}`} onClick={handleClick}>
      {children}
    </a>
  );
}
