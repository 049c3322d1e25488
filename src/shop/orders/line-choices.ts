import { collapseWhitespace } from '../../people/addresses/address.ts'
import type { Meta } from './order-meta.ts'
import type { OrderLine } from './order-parts.store.ts'

/* A line has what was chosen of its product, and after that the metadata of API clients. */

type Choice = Extract<OrderLine['choices'][number], { key?: undefined }>

export const selectedOptions = ({ choices }: { readonly choices?: OrderLine['choices'] }): readonly Choice[] =>
  (choices ?? []).flatMap((one) => (one.key === undefined ? one : []))

export const lineMetaOf = ({ id, choices }: Pick<OrderLine, 'id' | 'choices'>): readonly Meta[] =>
  choices.flatMap((one, index) =>
    one.key === undefined ? [] : { id: one.id ?? id * 100 + index, key: one.key, value: one.value },
  )

/** What customers see: metadata with a key that begins with _ is internal to its client. */
export const formattedMeta = ({ choices }: Pick<OrderLine, 'choices'>): readonly Choice[] =>
  choices.flatMap(({ key = '', label = key, value }) =>
    typeof value === 'string' && value !== '' && !key.startsWith('_')
      ? { label, value: collapseWhitespace(value) }
      : [],
  )
