export const MAX_CURRENCIES = 20
/** After this time the settings ask the owner to check a rate. */
export const RATE_CHECK_DAYS = 30
