export { distinctKeys } from "./distinct-keys.ts";
export { learnServerBuild, pageBuild, serverBuild, useServerBuild } from "./build.ts";
export { storedDraft, DraftOwner, clearDrafts, onDraftsCleared, type StoredDraft } from "./drafts.ts";
export { copyText } from "./copy-text.ts";
export { csvName, saveCsv, saveText } from "./csv-file.ts";
export { countText, wholeNumber } from "@groundcrew/shared/lib";
export { agoText, listText, maintainedText, minutesAgoText, NAMED_MAX, namesText } from "./format.ts";
export { useLaterCode } from "./later-code.ts";
export {
  clockSecondText,
  clockText,
  dateText,
  dayText,
  exactMoment,
  logMoment,
  momentText,
  shortMoment,
  untilText,
  weekdayText,
} from "./moments.ts";
export { randomToken } from "./random-token.ts";
export { isSame } from "./form-changes.ts";
export { useForm, type Form, type FormKey, type SubmittedForm } from "./use-form.ts";
export { dayTime, enteredTime, fieldTime, offsetText } from "./reader/entered-time.ts";
export { browserZone, secondText, shownZone } from "./time-zone.ts";
export {
  readingKey,
  shownTemperature,
  shownText,
  shownUnit,
  showUnit,
  stationZone,
  zoneChoice,
} from "./reader/preferences.ts";
export { nextTask, turns } from "./turns.ts";
export { isUnsafeToReload, useUnsafeToReload } from "./unsafe-to-reload.ts";
export { useMedia } from "./use-media.ts";
export { useSettled } from "./use-settled.ts";
export { webAddress } from "./web-address.ts";
export { whenIdle } from "./when-idle.ts";
