import { cutText } from '../../../platform/storable-text.ts'

export const truncate = (text: string): string =>
  (text.length > 40 ? `${cutText(text, 40)}…` : text).replace(/\s+/g, ' ')

export const parseList = (text: string): string[] =>
  text
    .split(/(?<!\\),/)
    .map((value) => value.replaceAll('\\,', ',').trim())
    .filter((value) => value !== '')
