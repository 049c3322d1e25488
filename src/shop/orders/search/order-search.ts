/* What a search for orders asks for. */

const MAX_WORDS = 8

/** Small letters without accents, as `fold_text` of the database makes them. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()

/** The words that an order must have, whole or in part. A telephone number is one, however it is written. */
export function searchedWords(search: string): readonly string[] {
  const text = fold(search.trim())
  if (/^\+?[\d\s().-]{7,}$/.test(text)) return [text.replaceAll(/\D/g, '')].filter((digits) => digits.length > 2)
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  return [...new Set(words)].slice(0, MAX_WORDS)
}

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/**
 * Patterns for LIKE that the index of trigrams serves: it knows any three letters in a row, and with which ones a word
 * begins. What has fewer than three together is looked for where a word begins.
 */
export const likePatterns = (words: readonly string[]): readonly string[] =>
  words.map((word) => (/[\p{L}\p{N}]{3}/u.test(word) ? `%${escapeLike(word)}%` : `% ${escapeLike(word)}%`))
