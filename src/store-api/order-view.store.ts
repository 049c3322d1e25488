import { loadSellables } from '../catalog/catalog.store.ts'
import { choiceNames } from '../catalog/choice-labels.ts'
import type { Sellable } from '../catalog/product.ts'
import type { Db } from '../database/connect.ts'
import type { Picture } from '../media/picture.ts'
import type { OrderLine } from '../orders/order-parts.store.ts'
import type { Order } from '../orders/orders.store.ts'
import { galleriesOf, type SellableWords, wordsOf } from './sellable-words.store.ts'

/** What an answer says of a line beyond what the order keeps: the thing as it is now, null when it is gone. */
export type OrderLineView = SellableWords & {
  readonly sellable: Sellable | null
  readonly pictures: readonly Picture[]
  readonly choices: readonly {
    readonly name: string
    readonly slug: string
    readonly label: string
    readonly value: string
  }[]
}

/** Four queries however many lines. */
export async function viewOrderLines(db: Db, order: Order): Promise<(line: OrderLine) => OrderLineView> {
  const ids = [...new Set(order.lines.map(thingOf))]
  const [sellables, words, galleries, names] = await Promise.all([
    loadSellables(db, ids),
    wordsOf(db, ids),
    galleriesOf(db, ids),
    choiceNames(
      db,
      order.lines.flatMap((line) => line.choices),
    ),
  ])
  return (line) => {
    const id = thingOf(line)
    const sellable = sellables.get(id) ?? null
    const own = galleries.get(id) ?? []
    return {
      ...(words.get(id) ?? { excerpt: '', content: '', visibility: 'hidden' }),
      sellable,
      pictures: own.length === 0 && sellable?.picture ? [sellable.picture] : own,
      choices: line.choices.map((choice) => ({ ...choice, ...names(choice) })),
    }
  }
}

const thingOf = (line: OrderLine): number => line.variationId || line.productId
