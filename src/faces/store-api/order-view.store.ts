import type { Db } from '../../platform/database/connect.ts'
import { loadSellables } from '../../shop/catalog/catalog.store.ts'
import { choiceSlugs } from '../../shop/catalog/choice-labels.ts'
import type { Sellable } from '../../shop/catalog/product.ts'
import type { OrderLine } from '../../shop/orders/order-parts.store.ts'
import type { Order } from '../../shop/orders/orders.store.ts'
import type { Picture } from '../../things/media/picture.ts'
import { loadDescriptions, loadGalleries, type SellableDescription } from './sellable-details.store.ts'

/** Current product data of an order line; null if the product no longer exists. */
export type OrderLineView = SellableDescription & {
  readonly sellable: Sellable | null
  readonly pictures: readonly Picture[]
  readonly choices: readonly {
    readonly name: string
    readonly slug: string
    readonly label: string
    readonly value: string
  }[]
}

/** Four queries in total. */
export async function viewOrderLines(db: Db, order: Order): Promise<(line: OrderLine) => OrderLineView> {
  const ids = [...new Set(order.lines.map(sellableIdOf))]
  const [sellables, descriptions, galleries, names] = await Promise.all([
    loadSellables(db, ids),
    loadDescriptions(db, ids),
    loadGalleries(db, ids),
    choiceSlugs(
      db,
      order.lines.flatMap((line) => line.choices),
    ),
  ])
  return (line) => {
    const id = sellableIdOf(line)
    const sellable = sellables.get(id) ?? null
    const gallery = galleries.get(id) ?? []
    return {
      ...(descriptions.get(id) ?? { excerpt: '', content: '', visibility: 'hidden' }),
      sellable,
      pictures: gallery.length === 0 && sellable?.picture ? [sellable.picture] : gallery,
      choices: line.choices.map((choice) => ({ ...choice, ...names(choice) })),
    }
  }
}

const sellableIdOf = (line: OrderLine): number => line.variationId || line.productId
