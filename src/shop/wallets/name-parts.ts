/** First and last name of a payer: the last word is the last name (shop.md §5). */
export function nameParts(name: string): { first_name: string; last_name: string } {
  const words = name.split(' ').filter(Boolean)
  return words.length < 2
    ? { first_name: words.join(''), last_name: '' }
    : { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1) ?? '' }
}
