/** Page numbers to link: first, last, and those around the current one; `null` is a gap of two or more. */
export function pageWindow(page: number, pages: number): (number | null)[] {
  const visible = new Set([1, pages, page - 1, page, page + 1].filter((number) => number >= 1 && number <= pages))
  const numbers = [...visible].toSorted((a, b) => a - b)
  return numbers.flatMap((number, index) => {
    const skipped = number - (numbers[index - 1] ?? 0) - 1
    if (skipped === 0) return [number]
    return skipped === 1 ? [number - 1, number] : [null, number]
  })
}
