import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createSupportLogTag, type NewTag } from "@groundcrew/shared/support-log";
import { call, sentenceOf } from "../../api/index.ts";
import { toast } from "../../ui/index.ts";
import { tagsQuery } from "../use-log.ts";

/** Creates a tag or an alias, then calls `onCreated`. */
export function useNewTag(onCreated: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewTag) => call(createSupportLogTag, { body }),
    onSuccess: ({ status }) => {
      toast("success", status === 201 ? "Created new support log tag" : "Created new alias");
      onCreated();
      return client.invalidateQueries({ queryKey: tagsQuery.queryKey });
    },
    onError: (error) => toast("danger", "The tag was not created.", sentenceOf(error)),
  });
}
