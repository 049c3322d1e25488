const oneLine = (name: string): string => name.replace(/\s+/g, ' ').trim()
/** Names that differ only in case and white space are the same. */
export const nameKey = (name: string): string => `~${oneLine(name).toLowerCase()}`
export const isSameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other)

/** Finds terms by texts of files and API clients. Of two that are equally named, the first counts. */
export class TermIndex<T extends { readonly name: string; readonly slug: string }> {
  readonly #terms = new Map<string, T>()

  constructor(terms: Iterable<T> = []) {
    for (const term of terms) this.add(term)
  }

  add(term: T): void {
    for (const key of [`=${oneLine(term.name)}`, nameKey(term.name), `/${term.slug}`])
      if (!this.#terms.has(key)) this.#terms.set(key, term)
  }

  /** By the name; an exact match comes before one that differs in case. */
  named(name: string): T | undefined {
    return this.#terms.get(`=${oneLine(name)}`) ?? this.#terms.get(nameKey(name))
  }

  /** By the name, else by the slug: how values of attributes are named. */
  find(text: string): T | undefined {
    return this.named(text) ?? this.#terms.get(`/${text}`)
  }
}
