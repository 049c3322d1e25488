import { createContext, useContext } from 'react'

export type Language = 'en' | 'fr'

/** The language of the editor's own texts; pages are written in the language of the shop. */
export const LanguageContext = createContext<Language>('en')

/** Texts of a part of the editor in every language, as a hook that answers those of the present one. */
export const defineWords =
  <const Name extends string>(words: Readonly<Record<Language, Readonly<Record<Name, string>>>>) =>
  () =>
    words[useContext(LanguageContext)]
