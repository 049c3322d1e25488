import type { VariationJson } from '../../rest/variations/variation-shape.ts'
import type { Column, Edits, Row } from './grid-state.ts'

/** A time in the shop's zone as in a spreadsheet, without seconds. */
const minuteOf = (time: string | null): string => time?.slice(0, 16).replace('T', ' ') ?? ''

export const rowOf = (json: VariationJson): Row => ({
  id: json.id,
  name: json.name || 'Any',
  version: json.samovar?.version ?? 0,
  values: {
    enabled: json.status === 'publish' ? 'yes' : 'no',
    sku: json.samovar?.sku ?? json.sku,
    price: json.regular_price,
    salePrice: json.sale_price,
    saleFrom: minuteOf(json.date_on_sale_from),
    saleUntil: minuteOf(json.date_on_sale_to),
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
  date_on_sale_from: 'saleFrom',
  date_on_sale_to: 'saleUntil',
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

/** A typed time as in the API; `end` is added to a day alone. */
const timeBody = (text: string | undefined, end = '') =>
  text
    ?.replace(/^(\d{4}-\d\d-\d\d)$/, `$1${end}`)
    .replace(/[ T](\d{1,2}:)/, (_, hour: string) => `T${hour.padStart(3, '0')}`)

/** Request body with the edited cells of a row; null if the stock is not a number. */
export function bodyOf({ id, version, values }: Row, edits: NonNullable<Edits[number]>): object | null {
  const { enabled, sku, price: regular_price, salePrice: sale_price, saleFrom, saleUntil, weight, picture } = edits
  if (!/^([+-]?\d{1,9})?$/.test(edits.stock ?? '')) return null
  const { samovar, ...stock } = { samovar: {}, ...stockBody(values.stock, edits.stock) }
  const status = enabled && (enabled === 'yes' ? 'publish' : 'private')
  const image = picture === undefined ? undefined : picture === '' ? null : { id: Number(picture) }
  const dates = { date_on_sale_from: timeBody(saleFrom), date_on_sale_to: timeBody(saleUntil, 'T23:59:59') }
  const prices = { regular_price, sale_price, ...dates }
  // JSON omits undefined fields.
  return { id, status, sku, ...prices, weight, image, ...stock, samovar: { version, ...samovar } }
}
