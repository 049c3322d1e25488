import type { Change as ItemChange } from '../../../../platform/admin/list/change-items.ts'
import { parsePrice, priceString } from '../../../../platform/money/money.ts'
import type { ProductJson } from '../../rest/products/product-json.ts'

export type ProductRow = Pick<
  ProductJson,
  | ('id' | 'name' | 'type' | 'featured' | 'sku' | 'global_unique_id' | 'price' | 'regular_price')
  | ('sale_price' | 'on_sale' | 'manage_stock' | 'stock_quantity' | 'stock_status' | 'categories' | 'brands')
  | ('tags' | 'images' | 'total_sales' | 'date_created_gmt' | 'date_modified_gmt')
  | ('date_on_sale_from_gmt' | 'date_on_sale_to_gmt')
> & {
  readonly status: Exclude<ProductJson['status'], 'auto-draft'>
  readonly samovar?: { readonly version: number }
}

export type Change = ItemChange<ProductRow> & { readonly shownValues: readonly [before: string, after: string] }
type Refusal = { readonly item: ProductRow; readonly reason: string }

/** '+%' raises by percent, '-$' lowers by an amount. */
export type PriceStep = '+%' | '-%' | '+$' | '-$'

export type BulkEdit =
  /** Both prices are calculated from the regular price. */
  | { readonly action: 'regular' | 'sale'; readonly step: PriceStep; readonly amount: string }
  | { readonly action: 'add' | 'remove'; readonly category: number }
  | { readonly action: 'stock'; readonly status: ProductRow['stock_status'] }

export const stockNames = { instock: 'In stock', outofstock: 'Out of stock', onbackorder: 'On backorder' } as const

/** New price in whole cents, halves up; null if below zero. `amount` is in hundredths of a percent or in cents. */
export function steppedPrice(cents: number, step: PriceStep, amount: number): number | null {
  const signed = step.startsWith('+') ? amount : -amount
  if (step.endsWith('$')) return cents + signed < 0 ? null : cents + signed
  return signed < -10_000 ? null : Math.floor((cents * (10_000 + signed) + 5000) / 10_000)
}

/** The changes by product, and why products are left out; null while the edit is incomplete. */
export function planEdit(
  items: readonly ProductRow[],
  edit: BulkEdit,
  now: Date,
): { changes: Change[]; refused: Refusal[] } | null {
  if ('amount' in edit && parsePrice(edit.amount) === null) return null
  if ('category' in edit && edit.category === 0) return null
  const planned = items.map((item) => {
    const one = planOne(item, edit, now)
    return typeof one === 'string' ? { item, reason: one } : { item, ...one }
  })
  return {
    changes: planned.filter((one): one is Change => 'sent' in one),
    refused: planned.filter((one): one is Refusal => 'reason' in one),
  }
}

type Plan = Omit<Change, 'item'> | string

function planOne(item: ProductRow, edit: BulkEdit, now: Date): Plan {
  if ('amount' in edit) return planPrice(item, edit, now)
  if (edit.action === 'stock') {
    if (item.type === 'variable' || item.type === 'grouped') return 'their stock is that of what they consist of'
    if (item.manage_stock) return 'their stock is counted'
    if (item.stock_status === edit.status) return 'they have this stock status'
    const sent = { stock_status: edit.status }
    const shownValues = [stockNames[item.stock_status], stockNames[edit.status]] as const
    return { sent, former: { stock_status: item.stock_status }, shownValues }
  }
  const { category, action } = edit
  const isIn = item.categories.some(({ id }) => id === category)
  if (isIn === (action === 'add')) return isIn ? 'they are in the category' : 'they are not in the category'
  const before = item.categories.map(({ id }) => ({ id }))
  const after = action === 'add' ? [...before, { id: category }] : before.filter(({ id }) => id !== category)
  const count = (all: readonly object[]) => (all.length === 1 ? '1 category' : `${all.length} categories`)
  return { sent: { categories: after }, former: { categories: before }, shownValues: [count(before), count(after)] }
}

function planPrice(item: ProductRow, { action, step, amount }: Extract<BulkEdit, { amount: string }>, now: Date): Plan {
  const regular = parsePrice(item.regular_price)
  const by = parsePrice(amount)
  if (regular === null || by === null) return 'they have no price of their own'
  const price = steppedPrice(regular, step, by)
  if (price === null) return 'their price would be below zero'
  const sale = parsePrice(item.sale_price)
  if (action === 'sale' ? price >= regular : sale !== null && sale >= price)
    return 'their sale price would not be lower'
  const field = action === 'sale' ? 'sale_price' : 'regular_price'
  // Within the dates of a sale that has ended, a sale price would never apply.
  const { date_on_sale_from_gmt: from, date_on_sale_to_gmt: until } = item
  const isOver = action === 'sale' && until !== null && new Date(`${until}Z`) <= now
  if (priceString(price) === item[field] && !isOver) return 'they have this price'
  const noDates = { date_on_sale_from_gmt: '', date_on_sale_to_gmt: '' }
  const dates = { date_on_sale_from_gmt: from ?? '', date_on_sale_to_gmt: until ?? '' }
  return {
    sent: { [field]: priceString(price), ...(isOver && noDates) },
    former: { [field]: item[field], ...(isOver && dates) },
    shownValues: [item[field], priceString(price)],
  }
}
