import type { Db } from '../../platform/database/connect.ts'
import { loadProducts } from '../catalog/catalog.store.ts'
import type { Product, Sellable } from '../catalog/product.ts'
import type { CartProblem } from './cart.ts'

export type AddItemInput = {
  readonly productId: number
  readonly variationId?: number
  readonly quantity: number
  readonly choices: Readonly<Record<string, string>>
  readonly requestId?: string
  /** The product's password was entered in this browser. */
  readonly isUnlocked?: boolean
}

export type ResolvedItem = { readonly ok: true; readonly sellable: Sellable; readonly choices: Record<string, string> }
export type ItemNotAdded = { readonly ok: false; readonly problem: CartProblem; readonly slug: string | null }

/** `sellables` has the requested ids; products whose variations and options are needed too are loaded together. */
export async function resolveItems(
  db: Db,
  sellables: ReadonlyMap<number, Sellable>,
  inputs: readonly AddItemInput[],
): Promise<(ResolvedItem | ItemNotAdded)[]> {
  const items = inputs.map((input) => {
    const requested = sellables.get(input.productId)
    const productId = requested?.parentId ?? input.productId
    return { input, requested, productId, resolved: requested && resolveDirectly(requested, input) }
  })
  const unresolvedIds = items.flatMap(({ resolved, productId }) => (resolved ? [] : [productId]))
  const products = (await loadProducts(db, [...new Set(unresolvedIds)])).filter(
    (product) => product.status === 'publish' && product.type !== 'variation',
  )
  return items.map(({ input, requested, productId, resolved }) => {
    if (resolved) return unlocked(resolved, input)
    const product = products.find((one) => one.id === productId)
    if (!product) return { ok: false, problem: { kind: 'product-not-found' }, slug: null }
    const variationId = requested?.type === 'variation' ? requested.id : input.variationId
    return unlocked(resolveVariation(product, { ...input, variationId }), input)
  })
}

const unlocked = (item: ResolvedItem | ItemNotAdded, { isUnlocked = false }: AddItemInput) =>
  item.ok && isUnlocked ? { ...item, sellable: { ...item.sellable, isLocked: false } } : item

function resolveDirectly(requested: Sellable, input: AddItemInput): ResolvedItem | null {
  if (requested.type === 'simple') return { ok: true, sellable: requested, choices: {} }
  // A variation's own values are the choices, unless it leaves one open ("any") or the request names others.
  const isComplete = Object.entries(requested.choices).every(
    ([name, ownTerm]) => ownTerm !== '' && (input.choices[name] ?? ownTerm) === ownTerm,
  )
  return requested.type === 'variation' && isComplete
    ? { ok: true, sellable: requested, choices: { ...requested.choices } }
    : null
}

function resolveVariation(product: Product, input: AddItemInput): ResolvedItem | ItemNotAdded {
  const { name, slug: productSlug } = product
  if (product.type === 'grouped')
    return { ok: false, problem: { kind: 'choose-grouped-items', name }, slug: productSlug }
  if (product.type !== 'variable') return { ok: true, sellable: product, choices: {} }
  const requested = product.variations.find((variation) => variation.id === input.variationId)
  const attributes = product.attributes.filter((attribute) => attribute.isForVariations)
  const selectedTerm = (attribute: string): string => input.choices[attribute] ?? (requested?.choices[attribute] || '')
  // For an option that a variation leaves open ("any"), only the values that the product offers are valid.
  const isOffered = attributes.every(({ slug, terms }) => terms.some((term) => term.slug === selectedTerm(slug)))
  const matches = (variation: Sellable) =>
    attributes.every(({ slug }) => ['', selectedTerm(slug)].includes(variation.choices[slug] ?? ''))
  const matching = requested && matches(requested) ? requested : product.variations.find(matches)
  const sellable = isOffered ? matching : undefined
  if (!sellable) {
    const missing = attributes.filter(({ slug }) => selectedTerm(slug) === '').map(({ label }) => label)
    return { ok: false, problem: { kind: 'choose-options', name, missing }, slug: productSlug }
  }
  return { ok: true, sellable, choices: Object.fromEntries(attributes.map(({ slug }) => [slug, selectedTerm(slug)])) }
}
