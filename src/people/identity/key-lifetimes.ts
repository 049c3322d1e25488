/** How long mailed links and digits work, in milliseconds. An email that waits keeps its own as long (`messages/`). */
import { DAY_MS } from '../../platform/time/durations.ts'

/** A link that was asked for is used at once or never. */
export const RESET_LINK_MS = DAY_MS
/** The link to choose the first password of an account, or a new one that is demanded. */
export const PASSWORD_LINK_MS = 7 * DAY_MS
export const INVITATION_MS = 7 * DAY_MS
export const ACCOUNT_REQUEST_MS = DAY_MS
export const CONFIRM_EMAIL_MS = DAY_MS
/** The link to the old one: whoever took over an account has moved it before its owner reads mail again. */
export const UNDO_EMAIL_MS = 7 * DAY_MS
export const SIGN_IN_CODE_MINUTES = 10
export const SIGN_IN_CODE_MS = SIGN_IN_CODE_MINUTES * 60_000
