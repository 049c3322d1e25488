/** A line of a comparison: in both texts, only in the older one, or only in the newer one. */
export type ComparedLine = { readonly kind: 'same' | 'removed' | 'added'; readonly text: string }

/** HTML as lines of text, one per block element. */
export const textLines = (html: string): string[] =>
  html
    .replace(/<(?:br|\/(?:p|h[1-6]|li|blockquote|figcaption|tr|dt|dd|pre))\b[^>]*>/gi, '\n')
    .replace(/<img\b[^>]*\balt="([^"]*)"[^>]*>/gi, '[picture: $1]')
    .replace(/<[^>]*>/g, '')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')

/** Longer texts are compared without detecting moved lines. */
const MAX_LINES = 1500

/** The lines of two texts in order, so that the fewest are removed or added (longest common subsequence). */
export function compareLines(older: readonly string[], newer: readonly string[]): ComparedLine[] {
  const removed = older.map((text): ComparedLine => ({ kind: 'removed', text }))
  const added = newer.map((text): ComparedLine => ({ kind: 'added', text }))
  if (older.length > MAX_LINES || newer.length > MAX_LINES) return [...removed, ...added]
  const width = newer.length + 1
  // Length of the longest common subsequence that starts at each pair of positions.
  const lengths = new Uint16Array((older.length + 1) * width)
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0
  for (let row = older.length - 1; row >= 0; row -= 1)
    for (let column = newer.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        older[row] === newer[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
  const lines: ComparedLine[] = []
  let [row, column] = [0, 0]
  while (row < older.length && column < newer.length) {
    if (older[row] === newer[column]) {
      lines.push({ kind: 'same', text: older[row] ?? '' })
      row += 1
      column += 1
    } else if (at(row + 1, column) >= at(row, column + 1)) lines.push(...removed.slice(row, (row += 1)))
    else lines.push(...added.slice(column, (column += 1)))
  }
  return [...lines, ...removed.slice(row), ...added.slice(column)]
}
