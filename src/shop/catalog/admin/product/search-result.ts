/** About as many characters as search engines show. */
export const TITLE_LENGTH = 60
export const DESCRIPTION_LENGTH = 155

/** The text as search engines cut it: between words, with an ellipsis. */
export function cutTo(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= length) return line
  const cut = line.slice(0, length)
  const end = cut.lastIndexOf(' ')
  return `${(end > length / 2 ? cut.slice(0, end) : cut).replace(/[\s.,;:–-]+$/, '')} …`
}
