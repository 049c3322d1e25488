import { useContext } from 'react'
import { shopTimeZone } from '../../../../platform/time/shop-time.ts'
import { LanguageContext } from '../words.ts'

/** Formats times of the shop's clock in the language of the editor. */
export function useTimes() {
  const locale = `${useContext(LanguageContext)}-CA`
  const format = (options: Intl.DateTimeFormatOptions) => (at: Date) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: shopTimeZone }).format(at)
  return { clock: format({ timeStyle: 'short' }), dayAndTime: format({ dateStyle: 'medium', timeStyle: 'medium' }) }
}
