import { and, type SQL, sql } from 'drizzle-orm'
import { containsIndexedText, containsText, hasTrigram } from '../../../platform/database/list-query.ts'
import { entries } from '../../../things/entries/entries.table.ts'

const wordsOf = (text: string): string[] => text.trim().split(/\s+/)

/** Whether the name of an entry contains every word of a text. No index serves it. */
export const isInName = (text: string): SQL | undefined =>
  and(...wordsOf(text).map((word) => containsText(word, [entries.title])))

/**
 * Ids of the products whose names contain every word of a text, looked up in the index of trigrams. Words too short for
 * it are compared with all names, which an index has together, and apart from the wide rows.
 */
export function idsByName(text: string): SQL {
  const words = wordsOf(text)
  if (!words.some(hasTrigram)) return sql`select id from entries where kind = 'product' and ${isInName(text)}`
  // With `slug` in the condition no index contains all columns, so the planner takes that of trigrams, which is faster.
  const each = words.map((word) => containsIndexedText(word, [entries.title]))
  return sql`select id from entries where kind = 'product' and slug <> '' and ${and(...each)}`
}
