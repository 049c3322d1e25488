import { defineWords } from '../words.ts'

type Pairs<Name extends string> = Readonly<Record<Name, readonly [english: string, french: string]>>

/** `defineWords` with both languages side by side. */
export function wordPairs<const Name extends string>(pairs: Pairs<Name>): () => Readonly<Record<Name, string>> {
  const of = (place: 0 | 1) =>
    Object.fromEntries(Object.entries<Pairs<Name>[Name]>(pairs).map(([name, pair]) => [name, pair[place]])) as Record<
      Name,
      string
    >
  return defineWords({ en: of(0), fr: of(1) })
}
