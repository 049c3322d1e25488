const MAX_TOKENS = 8
const MAX_WORDS = 12
const MAX_WORD_LENGTH = 60
const MAX_SEARCH_LENGTH = 1000

export type SearchToken = {
  /** In lower case with punctuation, as in a SKU: 'tea-12' is one token. */
  readonly text: string
  /** Letters and digits only, as in texts after `normalizedWords` (search-vector.ts). */
  readonly words: readonly string[]
}

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

/** Does not split surrogate pairs. */
const truncateWord = (word: string): string => Array.from(word).slice(0, MAX_WORD_LENGTH).join('')

/** Damerau-Levenshtein distance: insertions, deletions, substitutions and transpositions of adjacent letters. */
export function editDistance(one: string, other: string): number {
  const from = Array.from(one)
  const to = Array.from(other)
  // Row and column 0 are the empty string.
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

export type Candidate = { readonly word: string; readonly productCount: number }

/** The most likely correction, or null if none is close enough: by distance, then by number of products. */
export function closestWord(typed: string, candidates: readonly Candidate[]): string | null {
  // Maximum distance by length: one to three.
  const maxDistance = Math.min(3, Math.max(1, Math.floor(Array.from(typed).length / 3)))
  const closeEnough = candidates
    .map((candidate) => ({ ...candidate, distance: editDistance(typed, candidate.word) }))
    .filter(({ distance }) => distance <= maxDistance)
    .toSorted((a, b) => a.distance - b.distance || b.productCount - a.productCount || (a.word < b.word ? -1 : 1))
  return closeEnough[0]?.word ?? null
}
