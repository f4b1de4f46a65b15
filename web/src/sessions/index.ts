export { LoginPage } from "./login-page.tsx";
export { returnPath, safePath } from "./safe-path.ts";
export { currentUser, forgetSession, leave, onSessionChange, USER_LOAD_FAILED, useSession } from "./session.ts";
