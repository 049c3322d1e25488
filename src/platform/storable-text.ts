/** A text without NUL and lone surrogates, which PostgreSQL cannot store. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** At most `max` UTF-16 units of a text, without half of a letter, which PostgreSQL refuses in JSON. */
export const cutText = (text: string, max: number): string => text.slice(0, max).replace(/\p{Cs}$/u, '')
