import { createContext, useContext } from 'react'

export type Language = 'en' | 'fr'

/** The language of the editor's own texts; pages are written in the language of the shop. */
export const LanguageContext = createContext<Language>('en')

/** The language of the editor's texts, and how to choose another one. */
export const LanguageChoice = createContext<readonly [Language, (language: Language) => void]>(['en', () => {}])

type Pairs<Name extends string> = Readonly<Record<Name, readonly [english: string, french: string]>>

/** Texts of a part of the editor in both languages, as a hook that answers those of the present one. */
export function defineWords<const Name extends string>(pairs: Pairs<Name>): () => Readonly<Record<Name, string>> {
  const of = (place: 0 | 1) =>
    Object.fromEntries(Object.entries<Pairs<Name>[Name]>(pairs).map(([name, pair]) => [name, pair[place]])) as Record<
      Name,
      string
    >
  const words = { en: of(0), fr: of(1) }
  return () => words[useContext(LanguageContext)]
}
