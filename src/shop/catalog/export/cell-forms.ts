/** Cells as WooCommerce's product export writes them; where that would lose data, as its import reads them back. */
import { priceString } from '../../../platform/money/money.ts'
import { parseShopTime, toLocalIso } from '../../../platform/time/shop-time.ts'
import { plainText } from '../import/clean-html.ts'

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Imports read names as HTML, so a name that looks like HTML is escaped. */
export const nameCell = (name: string): string =>
  plainText(name) === name.replace(/\s+/g, ' ').trim() ? name : escapeHtml(name)

/** A line break is written as `\n`, and a literal `\n` gets another backslash. */
export const descriptionCell = (html: string): string => html.replaceAll('\\n', '\\\\n').replaceAll(/\r\n?|\n/g, '\\n')

const joined = (items: readonly string[]): string => items.map((item) => item.replaceAll(',', '\\,')).join(', ')

/** A backslash before a comma, or at the end, would escape the separator. */
const listItem = (text: string): string => (/\\(,|$)/.test(text) ? text.replaceAll(/\\(?=,|$)/g, '&#92;') : text)

export const namesCell = (names: readonly string[]): string =>
  joined(names.map((name) => listItem(/\\(,|$)/.test(name) ? escapeHtml(name) : nameCell(name))))

export const pathsCell = (paths: readonly (readonly string[])[]): string =>
  joined(
    paths.map((names) =>
      listItem(names.map((name) => (/>|\\(,|$)/.test(name) ? escapeHtml(name) : nameCell(name))).join(' > ')),
    ),
  )

/** By SKU; by id if there is no SKU, or if a list cell could not contain it. */
export const refOf = ({ id, sku }: { readonly id: number; readonly sku: string | null }): string =>
  sku === null || /^id:\d+$/i.test(sku) || /\\(,|$)/.test(sku) ? `id:${id}` : sku

export const refsCell = (products: readonly { readonly id: number; readonly sku: string | null }[]): string =>
  joined(products.map(refOf))

/** '2026-06-01 8:00:00' in the shop's time zone; a moment that this does not give exactly is written in UTC. */
export function timeCell(at: Date | null): string {
  if (!at) return ''
  const local = toLocalIso(at)
  if (parseShopTime(local)?.getTime() !== at.getTime()) return at.toISOString()
  return local.replace(/T0?/, ' ')
}

export const numberCell = (value: number | null): string => (value === null ? '' : String(value))
export const flagCell = (value: boolean): string => (value ? '1' : '0')
export const priceCell = (cents: number | null): string => (cents === null ? '' : priceString(cents))

/** Custom fields can be exported unless they are lists or objects. */
export const isScalar = (value: unknown): boolean => value !== null && typeof value !== 'object'
export const scalarCell = (value: unknown): string => (typeof value === 'boolean' ? (value ? '1' : '') : String(value))
