import { createContext, useContext } from 'react'

export type Language = 'en' | 'fr'

/** The language of the editor's own texts; pages are written in the language of the shop. */
export const LanguageContext = createContext<Language>('en')

/** The language of the editor's texts, and how to choose another one. */
export const LanguageChoice = createContext<readonly [Language, (language: Language) => void]>(['en', () => {}])

/** Texts of a part of the editor in every language, as a hook that answers those of the present one. */
export const defineWords =
  <const Name extends string>(words: Readonly<Record<Language, Readonly<Record<Name, string>>>>) =>
  () =>
    words[useContext(LanguageContext)]
