import { useContext } from 'react'
import { shopTimeZone } from '../../../../platform/time/shop-time.ts'
import { LanguageContext } from '../words.ts'

/** Formats times in the shop's time zone and the editor's language. */
export function useTimes() {
  const [language] = useContext(LanguageContext)
  const locale = `${language}-CA`
  const format = (options: Intl.DateTimeFormatOptions) => (at: Date) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: shopTimeZone }).format(at)
  const isoLike = new Intl.DateTimeFormat('sv-SE', { timeZone: shopTimeZone, dateStyle: 'short', timeStyle: 'short' })
  /** Format of a `datetime-local` field. */
  const local = (at: Date) => isoLike.format(at).replace(' ', 'T')
  return {
    local,
    clock: format({ timeStyle: 'short' }),
    dayAndTime: format({ dateStyle: 'medium', timeStyle: 'medium' }),
  }
}
