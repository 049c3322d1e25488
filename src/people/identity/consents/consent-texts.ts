export const REGISTRATION_TEXT = 'We use your email address for your account and your orders only.'

export const TERMS_TEXT = 'I have read and agree to the'

export const FULL_TERMS_TEXT = `${TERMS_TEXT} terms and conditions`
