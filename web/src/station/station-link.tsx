import type { ComponentProps, MouseEvent } from "react";
import { useRouter } from "@tanstack/react-router";
import type { Station } from "@groundcrew/shared/stations";

type StationLinkProps = Omit<ComponentProps<"a">, "href" | "onClick"> & {
  name: string;
  /** Path below the station's page. */
  path?: string;
  /** Called on a plain press instead of navigating. The link can still be opened in a new tab. */
  onPress?: () => void;
};

/** A link to a station's page. Plain markup: the router's own link subscribes to every navigation, once for each row. */
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

/** A station's title on screen: its serial number, or its name if it has none. */
export function titleOf(station: Pick<Station, "serial_number" | "name">): string {
  return station.serial_number || station.name;
}
