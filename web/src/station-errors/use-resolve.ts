import { useQueryClient } from "@tanstack/react-query";
import { changeStationErrors } from "@groundcrew/shared/station-errors";
import { call, useWrite } from "../api/index.ts";

/** Resolves errors of a station with one solution, and reloads everything that shows those errors. */
export function useResolve(station: string, onResolved: () => void) {
  const client = useQueryClient();
  return useWrite({
    run: async ({ errors, solution }: { errors: readonly number[]; solution: string }) => {
      const body = errors.map((id) => ({ id, solution }));
      await call(changeStationErrors, { params: { station }, body });
    },
    onSuccess: async () => {
      onResolved();
      // Reload the counts before the errors themselves, of which there may be a thousand.
      await client.invalidateQueries({ queryKey: ["stations"] });
      for (const queryKey of [["station", station], ["station-errors"]]) void client.invalidateQueries({ queryKey });
    },
  });
}
