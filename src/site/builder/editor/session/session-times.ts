import { useContext } from 'react'
import { shopTimeZone } from '../../../../platform/time/shop-time.ts'
import { LanguageContext } from '../words.ts'

/** Formats times of the shop's clock in the language of the editor. */
export function useTimes() {
  const locale = `${useContext(LanguageContext)}-CA`
  const format = (options: Intl.DateTimeFormatOptions) => (at: Date) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: shopTimeZone }).format(at)
  const written = new Intl.DateTimeFormat('sv-SE', { timeZone: shopTimeZone, dateStyle: 'short', timeStyle: 'short' })
  /** As fields for a date and a time have it. */
  const local = (at: Date) => written.format(at).replace(' ', 'T')
  return {
    local,
    clock: format({ timeStyle: 'short' }),
    dayAndTime: format({ dateStyle: 'medium', timeStyle: 'medium' }),
  }
}
