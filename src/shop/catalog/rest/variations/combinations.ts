import { invalidFields } from '../../../../platform/rest/params.ts'
import type { RestError } from '../../../../platform/rest/response.ts'
import { slugify } from '../../../../things/entries/slug.ts'
import type { ProductRecord } from '../../product-record.ts'
import { isSameName, TermIndex } from '../../term-index.ts'
import type { VariationFields } from './variation-shape.ts'
import type { variationAttributes } from './variations.store.ts'

type Attributes = ReturnType<typeof variationAttributes>
type Combination = readonly { readonly name: string; readonly value: Attributes[number]['values'][number] }[]
type SentChoices = NonNullable<VariationFields['attributes']>
export type Choices = Readonly<Record<string, string>>

/** A value slug for each attribute of the product, '' for any; or the reason of a refusal. */
function choicesOf(attributes: Attributes, sent: SentChoices): Choices | string {
  const choices = Object.fromEntries(attributes.map(({ slug }) => [slug, '']))
  for (const { id = 0, name = '', option } of sent) {
    const attribute = attributes.find((one) =>
      id > 0
        ? one.id === id
        : one.slug === name || isSameName(one.label, name) || (one.isLocal && slugify(one.label) === name),
    )
    if (!attribute) return `The product has no variations by ‘${name || id}’.`
    const { slug, label, values } = attribute
    const value = new TermIndex(values).find(option)
    if (!value && option !== '') return `The product has no ‘${option}’ among the values of ‘${label}’.`
    choices[slug] = value?.slug ?? ''
  }
  return choices
}

/** The combinations that variations of a product have, including earlier changes of the same batch. */
export class Combinations {
  readonly #attributes: Attributes
  readonly #byKey = new Map<string, number | null>()

  constructor(attributes: Attributes, stored: ReadonlyMap<number, ProductRecord>) {
    this.#attributes = attributes
    for (const [id, { choices, status }] of stored) if (status !== 'trash') this.#byKey.set(this.#keyOf(choices), id)
  }

  /** Returns the choices of a variation after its change; refused if another variation has the same combination. */
  reserve(
    id: number | null,
    stored: ProductRecord | null,
    { attributes, status }: VariationFields,
  ): Choices | null | RestError {
    const isRestored = stored?.status === 'trash' && status !== undefined
    if (stored && !attributes && !isRestored) return stored.choices
    const choices = attributes || !stored ? choicesOf(this.#attributes, attributes ?? []) : stored.choices
    if (typeof choices === 'string') return invalidFields({ attributes: choices })
    const key = this.#keyOf(choices)
    const other = this.#byKey.get(key)
    if (other !== undefined && (id === null || other !== id))
      return invalidFields({ attributes: `Another variation${other ? `, #${other},` : ''} has these values.` })
    if (stored) this.#byKey.delete(this.#keyOf(stored.choices))
    this.#byKey.set(key, id)
    return choices
  }

  /** The first combinations, one value of each attribute, that no variation has. */
  missing(limit: number): SentChoices[] {
    const combinations: SentChoices[] = []
    for (const combination of cartesianProduct(this.#attributes)) {
      if (combinations.length === limit) break
      if (!this.#byKey.has(JSON.stringify(combination.map(({ value }) => value.slug))))
        combinations.push(combination.map(({ name, value }) => ({ name, option: value.name })))
    }
    return combinations
  }

  /** Ids of variations with an attribute left open ("any"), or with a value that the product no longer has. */
  incomplete(): number[] {
    const isWhole = (key: string) =>
      (JSON.parse(key) as string[]).every((option, at) =>
        this.#attributes[at]?.values.some(({ slug }) => slug === option),
      )
    return [...this.#byKey].flatMap(([key, id]) => (isWhole(key) ? [] : (id ?? [])))
  }

  readonly #keyOf = (choices: Choices | null): string =>
    JSON.stringify(this.#attributes.map(({ slug }) => choices?.[slug] ?? ''))
}

/** Every combination, generated one by one: with many attributes, all would not fit into memory. */
function* cartesianProduct([first, ...others]: Attributes): Generator<Combination> {
  if (!first) return
  for (const value of first.values) {
    const one = { name: first.slug, value }
    if (others.length === 0) yield [one]
    else for (const rest of cartesianProduct(others)) yield [one, ...rest]
  }
}
