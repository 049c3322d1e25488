/** The words under the form to register. */
export const REGISTRATION_TEXT = 'We use your email address for your account and your orders only.'

/** The words beside the checkbox at the checkout, before the link to the terms. */
export const TERMS_TEXT = 'I have read and agree to the'

/** All of them, with the link. */
export const FULL_TERMS_TEXT = `${TERMS_TEXT} terms and conditions`
