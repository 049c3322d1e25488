import { ilike, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** A text as part of a LIKE pattern in which it stands for itself. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/**
 * Rows with this text in one of the columns, in upper or lower case. Undefined for an empty text, which does not filter.
 */
export function containsText(search: string, columns: readonly PgColumn[]): SQL | undefined {
  const text = search.trim()
  return text === '' ? undefined : or(...columns.map((column) => ilike(column, `%${escapeLike(text)}%`)))
}
