/** Maximum length of the domain association file, which has about 9,000 characters. */
export const associationLimit = 20_000
