/** Imported on demand, because its lists of stolen passwords and words are large. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import type { PasswordWeakness } from './password-rules.ts'

export type PasswordScore = 0 | 1 | 2 | 3 | 4

/** More than a hundred million guesses, as WooCommerce requires of customers. */
const MIN_SCORE = 3
/** Characters that are checked: the work grows faster than the length, and more characters only add strength. */
const MAX_LENGTH = 40
/** Shorter words about the user occur in many good passwords by chance. */
const MIN_WORD_LENGTH = 3

const strength = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MAX_LENGTH })

/** A password with fewer other letters consists of words about the user. */
const MIN_OTHER_LETTERS = 4

/** Whether a password is little more than words about its owner; the library does not detect several in a row. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const text = password.normalize('NFKC').toLowerCase()
  const otherText = words
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, word) => rest.replaceAll(word.toLowerCase(), ' '), text)
  return otherText !== text && (otherText.match(/\p{L}/gu)?.length ?? 0) < MIN_OTHER_LETTERS
}

export function passwordStrength(
  password: string,
  own: readonly string[],
): { readonly score: PasswordScore; readonly weakness: PasswordWeakness | null } {
  const words = own.filter((word) => word.length >= MIN_WORD_LENGTH)
  if (isMadeOf(password, words)) return { score: 1, weakness: 'personal' }
  const { score, sequence } = strength.check(password.normalize('NFKC'), words)
  if (score >= MIN_SCORE) return { score, weakness: null }
  const lists = sequence.map((match) => ('dictionaryName' in match ? String(match.dictionaryName) : ''))
  if (lists.includes('userInputs')) return { score, weakness: 'personal' }
  return { score, weakness: lists.length === 1 && lists[0] === 'passwords-common' ? 'breached' : 'guessable' }
}
