import { z } from 'zod'
import { collapseWhitespace } from '../../../people/addresses/address.ts'
import { metaValueOf } from '../order-meta.ts'

const MAX_LABEL = 255
const MAX_DETAIL = 5000

/** A detail of an order line, such as a gift message. */
export const itemMetaEntry = z.looseObject({ key: z.string().max(MAX_LABEL).optional(), value: z.unknown() })
type ItemMeta = z.output<typeof itemMetaEntry>

const isShown = (key: string): boolean => key !== '' && !key.startsWith('_')
const labelOf = ({ key = '', display_key: label }: ItemMeta): string =>
  collapseWhitespace(typeof label === 'string' && label !== '' ? label : key)

/** Numbers and booleans become texts, as in WordPress. */
const valueOf = ({ value }: ItemMeta) => metaValueOf(value) ?? ''

/** The error for a detail that would be cut, or is an object, which customers cannot read. */
export function itemMetaErrors(
  details: readonly ItemMeta[] = [],
  line: number,
): Readonly<Record<string, string>> | null {
  for (const [index, one] of details.entries()) {
    if (!isShown(one.key ?? '')) continue
    const name = `line_items.${line}.meta_data.${index}`
    if (labelOf(one).length > MAX_LABEL)
      return { [`${name}.display_key`]: `${name}.display_key takes at most ${MAX_LABEL} characters.` }
    const value = valueOf(one)
    if (typeof value !== 'string')
      return { [`${name}.value`]: `${name}.value is not a text, which customers can read.` }
    if (collapseWhitespace(value).length > MAX_DETAIL)
      return { [`${name}.value`]: `${name}.value takes at most ${MAX_DETAIL} characters.` }
  }
  return null
}

/** Details shown with a line, such as 'gift: yes'. Keys that begin with _ are internal to clients, and not stored. */
export const itemMetaOf = (details: readonly ItemMeta[] = []) =>
  details.flatMap((one) => {
    const { key = '' } = one
    const value = valueOf(one)
    if (!isShown(key) || typeof value !== 'string' || value === '') return []
    return [{ label: labelOf(one), value: collapseWhitespace(value), key }]
  })
