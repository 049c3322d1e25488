import type { VariationJson } from '../../rest/variations/variation-shape.ts'
import type { Column, Edits, Row } from './grid-state.ts'

export const rowOf = (json: VariationJson): Row => ({
  id: json.id,
  name: json.name || 'Any',
  version: json.samovar?.version ?? 0,
  values: {
    enabled: json.status === 'publish' ? 'yes' : 'no',
    sku: json.samovar?.sku ?? json.sku,
    price: json.regular_price,
    salePrice: json.sale_price,
    stock: json.manage_stock === true ? `${json.stock_quantity}` : '',
    weight: json.samovar?.weight ?? json.weight,
    picture: json.image ? `${json.image.id}` : '',
  },
})

/** Columns by API field, or by error code for errors that name no field. */
const columnOf: Readonly<Record<string, Column>> = {
  status: 'enabled',
  sku: 'sku',
  product_invalid_sku: 'sku',
  regular_price: 'price',
  sale_price: 'salePrice',
  stock_quantity: 'stock',
  samovar: 'stock',
  weight: 'weight',
  image: 'picture',
}

type BatchError = {
  readonly code: string
  readonly message: string
  readonly data?: { readonly params?: Readonly<Record<string, string>> }
}

/** Error messages by cell, or by row if the error names no field. */
export const cellErrors = (id: number, { code, message, data }: BatchError): Record<string, string> =>
  Object.fromEntries(
    Object.entries(data?.params ?? { [code]: message }).map(([name, words]) => [
      `${id}:${columnOf[name] ?? ''}`,
      words,
    ]),
  )

/** Stock is sent as a difference from the shown value, so that sales in between still count. */
function stockBody(before: string, text: string | undefined) {
  if (text === undefined) return {}
  if (text === '') return { manage_stock: false }
  const stock_change = /^[+-]/.test(text) ? Number(text) : Number(text) - Number(before)
  return { manage_stock: true, samovar: { stock_change } }
}

/** Request body with the edited cells of a row; null if the stock is not a number. */
export function bodyOf({ id, version, values }: Row, edits: NonNullable<Edits[number]>): object | null {
  const { enabled, sku, price: regular_price, salePrice: sale_price, weight, picture } = edits
  if (!/^([+-]?\d{1,9})?$/.test(edits.stock ?? '')) return null
  const { samovar, ...stock } = { samovar: {}, ...stockBody(values.stock, edits.stock) }
  const status = enabled && (enabled === 'yes' ? 'publish' : 'private')
  const image = picture === undefined ? undefined : picture === '' ? null : { id: Number(picture) }
  // JSON omits undefined fields.
  return { id, status, sku, regular_price, sale_price, weight, image, ...stock, samovar: { version, ...samovar } }
}
