/** Nonce fields of the forms on the page about signing in, which is shown by several routes. */
export const SIGN_INS_NONCE = 'sign-ins-nonce'
export const SECOND_FACTOR_NONCE = 'second-factor-nonce'
export const PASSKEY_NONCE = 'passkey-nonce'
