import type { Db } from '../../platform/database/connect.ts'
import { hrefs } from '../../platform/web/routes.ts'
import { loadProducts } from '../catalog/catalog.store.ts'
import { choiceLabels } from '../catalog/choice-labels.ts'
import { packSizes } from '../catalog/pack-size.ts'
import {
  availabilityOf,
  displayedOffers,
  isPurchasable,
  type Product,
  priceRange,
  priceRangeOf,
  type Sellable,
} from '../catalog/product.ts'
import { aggregateStockStatus } from '../catalog/product-card.ts'
import type { SavedItem } from './saved.ts'

export type SavedAction =
  | { readonly kind: 'add'; readonly sellableId: number; readonly sku: string }
  /** Needs options, or is a grouped or external product: the button opens its page. */
  | { readonly kind: 'open'; readonly label: string }
  | { readonly kind: 'sold-out' | 'gone' }

export type SavedTea = Awaited<ReturnType<typeof loadSavedTeas>>[number]

type LoadContext = { readonly now: Date; readonly lowStock: number }

/** Saved teas with their current price and stock, in the order of `items`; includes products no longer sold. */
export async function loadSavedTeas(db: Db, items: readonly SavedItem[], { now, lowStock }: LoadContext) {
  const ids = items.map(({ productId }) => productId)
  const products = await loadProducts(db, ids, { withTerms: false })
  const byId = new Map(products.map((product) => [product.id, product]))
  const saved = items.flatMap(({ productId, variationId }) => {
    const product = byId.get(productId)
    return product ? [{ product, variation: product.variations.find(({ id }) => id === variationId) ?? null }] : []
  })
  const chosen = saved.flatMap(({ variation }) => (variation ? [setChoices(variation)] : []))
  const labelsOf = await choiceLabels(db, chosen)
  return saved.map(({ product, variation }) => {
    const choices = variation ? setChoices(variation) : {}
    const isSold = product.status === 'publish'
    const range = isSold ? (variation ? priceRangeOf([variation], now) : priceRange(product, now)) : null
    const sized = variation ? [variation] : displayedOffers(product)
    const single = variation ?? (product.type === 'simple' ? product : null)
    const availability = single && range ? availabilityOf(single, lowStock) : null
    return {
      productId: product.id,
      name: product.name,
      href: hrefs.product(product.slug, choices),
      range,
      picture: variation?.picture ?? product.picture,
      choice: labelsOf(choices)
        .map(({ value }) => value)
        .join(', '),
      size: range && product.type !== 'grouped' ? packSizes(sized.map(({ netGrams }) => netGrams)) : '',
      stock: availability && { text: availability.text, className: availability.className },
      action: range ? actionOf(product, variation, now) : goneAction,
    }
  })
}

/** The chosen options, without attributes that the variation leaves as "any". */
const setChoices = ({ choices }: Sellable): Record<string, string> =>
  Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== ''))

const goneAction: SavedAction = { kind: 'gone' }

function actionOf(product: Product, variation: Sellable | null, now: Date): SavedAction {
  const single = variation ?? (product.type === 'simple' ? product : null)
  if (aggregateStockStatus(single ? { ...single, variations: [] } : product) === 'outofstock')
    return { kind: 'sold-out' }
  if (single && isPurchasable(single, now) && !Object.values(single.choices).includes(''))
    return { kind: 'add', sellableId: single.id, sku: single.sku }
  if (product.type === 'external') return { kind: 'open', label: product.buttonText || 'Buy product' }
  return { kind: 'open', label: product.type === 'grouped' ? 'View products' : 'Select options' }
}
