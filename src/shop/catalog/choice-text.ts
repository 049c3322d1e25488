/** '50 g' for `{ pa_size: '50-g' }`: a choice in words, where only its slug is at hand. */
export function choiceText(choices: Readonly<Record<string, string>>): string {
  return Object.values(choices)
    .filter((slug) => slug !== '')
    .map((slug) => slug.replaceAll('-', ' '))
    .join(', ')
}
