/** A text as PostgreSQL can store it: without NUL, and with a sign in place of half a character. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed()
