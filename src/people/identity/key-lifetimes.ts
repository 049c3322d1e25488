/** Lifetimes of emailed links and codes, in ms. While an email waits its secrets are kept as long (`messages/`). */
import { DAY_MS } from '../../platform/time/durations.ts'

/** A requested link is used soon or never. */
export const RESET_LINK_MS = DAY_MS
/** The link for the first password of an account, or a required new one. */
export const PASSWORD_LINK_MS = 7 * DAY_MS
/** Enough to return from bank authentication, or to send an order again whose answer got lost. */
export const ORDER_SIGN_IN_MS = 15 * 60_000
export const INVITATION_MS = 7 * DAY_MS
export const ACCOUNT_REQUEST_MS = DAY_MS
export const CONFIRM_EMAIL_MS = DAY_MS
/** The undo link to the old address: an attacker changes the address before the owner reads email again. */
export const UNDO_EMAIL_MS = 7 * DAY_MS
export const SIGN_IN_CODE_MINUTES = 10
export const SIGN_IN_CODE_MS = SIGN_IN_CODE_MINUTES * 60_000
