export {
  channelKindForms,
  channelText,
  isBroken,
  shownState,
  stateText,
  TestResult,
  useChannels,
  useTestChannel,
} from "./channels/index.ts";
export { deliveryLabels, recipientText, whyText } from "./delivery-texts.ts";
