import { createContext, useContext } from 'react'
import { shopTimeZone } from '../../../platform/time/shop-time.ts'

export type Language = 'en' | 'fr'

/** Language of the editor's own texts, and its setter; the content has the language of the shop. */
export const LanguageContext = createContext<readonly [Language, (language: Language) => void]>(['en', () => {}])

type Pair = readonly [english: string, french: string]

/** Defines texts in both languages; the hook returns those of the current one. */
export function defineWords<Name extends string>(pairs: Readonly<Record<Name, Pair>>) {
  const textsOf = (index: 0 | 1) =>
    Object.fromEntries(Object.entries<Pair>(pairs).map(([name, pair]) => [name, pair[index]]))
  const words = { en: textsOf(0), fr: textsOf(1) } as Record<Language, Readonly<Record<Name, string>>>
  return () => words[useContext(LanguageContext)[0]]
}

/** Formats times in the shop's time zone and the editor's language. */
export function useTimeFormats() {
  const [language] = useContext(LanguageContext)
  const format = (options: Intl.DateTimeFormatOptions) => (at: Date) =>
    new Intl.DateTimeFormat(`${language}-CA`, { ...options, timeZone: shopTimeZone }).format(at)
  return {
    clock: format({ timeStyle: 'short' }),
    dayAndTime: format({ dateStyle: 'medium', timeStyle: 'medium' }),
  }
}
