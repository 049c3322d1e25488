/** How a search is read. */

const MAX_TOKENS = 8
const MAX_WORDS = 12
const MAX_WORD_LENGTH = 60
const MAX_SEARCH_LENGTH = 1000

/** What stood between two spaces. */
export type SearchToken = {
  /** In lower case, as a SKU is written: 'tea-12' is one thing there. */
  readonly text: string
  /** Letters and digits alone: what a text holds once `normalizedWords` (search-vector.ts) has read it. */
  readonly words: readonly string[]
}

/** Takes a search apart. Signs, quotes, NUL and whatever else people paste part words and mean nothing. */
export function tokenize(search: string): SearchToken[] {
  const tokens = search
    .slice(0, MAX_SEARCH_LENGTH)
    .normalize('NFKC')
    .toLowerCase()
    .split(/[\s\0]+/)
    .filter((text) => text !== '')
    .slice(0, MAX_TOKENS)
  let remaining = MAX_WORDS
  return tokens.map((text) => {
    const words = (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, remaining).map(truncateWord)
    remaining -= words.length
    return { text: truncateWord(text), words }
  })
}

/** Not through the middle of a letter. */
const truncateWord = (word: string): string => Array.from(word).slice(0, MAX_WORD_LENGTH).join('')

/** How many letters must be added, taken away, changed or swapped with their neighbour to make one word of the other. */
export function editDistance(one: string, other: string): number {
  const from = Array.from(one)
  const to = Array.from(other)
  // Row and column 0 stand for no letters at all.
  const table = from.concat('').map(() => to.concat('').map(() => 0))
  const cell = (row: number, column: number): number => table[row]?.[column] ?? 0
  for (let row = 0; row <= from.length; row += 1) {
    for (let column = 0; column <= to.length; column += 1) {
      const cells = table[row] ?? []
      if (row === 0 || column === 0) {
        cells[column] = row + column
        continue
      }
      const isSame = from[row - 1] === to[column - 1]
      cells[column] = Math.min(
        cell(row - 1, column) + 1,
        cell(row, column - 1) + 1,
        cell(row - 1, column - 1) + (isSame ? 0 : 1),
      )
      const isSwapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (isSwapped) cells[column] = Math.min(cell(row, column), cell(row - 2, column - 2) + 1)
    }
  }
  return cell(from.length, to.length)
}

/** The word most likely meant, or null when none is near enough: nearest first, then what more products carry. */
export function closestWord(
  typed: string,
  candidates: readonly { readonly word: string; readonly products: number }[],
): string | null {
  // One slip in a short word, two in a longer one, three in a very long one: more makes another word of it.
  const maxDistance = Math.min(3, Math.max(1, Math.floor(Array.from(typed).length / 3)))
  const candidatesInReach = candidates
    .map((candidate) => ({ ...candidate, apart: editDistance(typed, candidate.word) }))
    .filter(({ apart }) => apart <= maxDistance)
    .toSorted((a, b) => a.apart - b.apart || b.products - a.products || (a.word < b.word ? -1 : 1))
  return candidatesInReach[0]?.word ?? null
}
