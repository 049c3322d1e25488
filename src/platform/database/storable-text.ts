/** A text without NUL and lone surrogates, which PostgreSQL cannot store. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed()
