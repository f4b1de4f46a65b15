import { createContext, use } from "react";
import { linkStatus, type LinkStatus, type Station } from "@groundcrew/shared/stations";

/** True if the server receives no messages of any station. In a context, because rows render again only when their station changes. */
const DisconnectedContext = createContext(false);

export const DisconnectedScope = DisconnectedContext.Provider;

/** True if the server receives no messages of any station, so that their statuses are those of an earlier time. */
export function useIsDisconnected(): boolean {
  return use(DisconnectedContext);
}

/** The state of a station's link. */
export function useLinkStatus(station: Pick<Station, "last_online_status">): LinkStatus {
  return linkStatus(station, { isDisconnected: useIsDisconnected() });
}
