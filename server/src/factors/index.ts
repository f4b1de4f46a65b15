export { beginStepCheck } from "./check-step.ts";
export { checkPasskey } from "./check-passkey.ts";
export {
  deletePasskey,
  insertPasskey,
  selectCredentials,
  takeChallenge,
  updatePasskeyName,
} from "./passkey-queries.ts";
export { ALGORITHMS, openPasskeys, type Passkeys } from "./passkeys.ts";
export { newRecoveryCodes, openFactors, type Factors } from "./factors.ts";
export {
  deleteApp,
  deleteFactors,
  hasFactor,
  lockFactors,
  replaceApp,
  replaceCodes,
  selectFactors,
} from "./queries.ts";
export { stepMails } from "./step-mails.ts";
export { acceptedStep, appUri, base32 } from "./totp.ts";
