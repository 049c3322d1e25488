/** '50 g' for `{ pa_size: '50-g' }`: readable text where only slugs are available. */
export function choiceText(choices: Readonly<Record<string, string>>): string {
  return Object.values(choices)
    .filter((slug) => slug !== '')
    .map((slug) => slug.replaceAll('-', ' '))
    .join(', ')
}
