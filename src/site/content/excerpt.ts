import { shownText } from '../../platform/web/plain-text.ts'

const MAX_WORDS = 55

/** What programs get where no excerpt was written, as in WordPress: the first words of the text, without shortcodes. */
export function trimExcerpt(content: string): string {
  const words = shownText(content.replaceAll(/\[[^[\]]*\]/g, ' ')).split(' ')
  return words.length > MAX_WORDS ? `${words.slice(0, MAX_WORDS).join(' ')} […]` : words.join(' ')
}
