import { escapeLike } from '../../../platform/database/list-query.ts'
import { foldText } from '../../../platform/web/plain-text.ts'

/* Parses the search field of the order list. */

const MAX_WORDS = 8

/** The words that an order must contain, whole or in part. A telephone number in any notation is one word. */
export function searchedWords(search: string): readonly string[] {
  const text = foldText(search.trim())
  if (/^\+?[\d\s().-]{7,}$/.test(text)) return [text.replaceAll(/\D/g, '')].filter((digits) => digits.length > 2)
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  return [...new Set(words)].slice(0, MAX_WORDS)
}

/**
 * LIKE patterns that the trigram index supports: any three letters in a row, or the first letters of a word. Shorter
 * words therefore match only at the beginning of a word.
 */
export const likePatterns = (words: readonly string[]): readonly string[] =>
  words.map((word) => (/[\p{L}\p{N}]{3}/u.test(word) ? `%${escapeLike(word)}%` : `% ${escapeLike(word)}%`))
