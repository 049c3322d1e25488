import type { ProductJson } from '../../rest/products/product-json.ts'

/** An attribute of a product while it is edited; a custom attribute has id 0, as in WooCommerce. */
export type AttributeEdit = {
  readonly key: number
  readonly id: number
  readonly name: string
  /** Of the stored attribute; '' for a new one. */
  readonly slug: string
  readonly options: readonly string[]
  readonly visible: boolean
  readonly variation: boolean
  /** The default value; '' for none. */
  readonly initial: string
}

const simplified = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')

export function editsOf({ attributes, default_attributes: defaults }: ProductJson): AttributeEdit[] {
  return attributes.map(({ id, name, slug, options, visible, variation }, key) => {
    const option = defaults.find((one) => one.id === id && one.name === name)?.option ?? ''
    // For shared attributes the API returns the slug of the value, not its name.
    const initial = options.find((one) => one === option || simplified(one) === option) ?? option
    return { key, id, name, slug, options, visible, variation, initial }
  })
}

export const optionsOf = ({ options }: AttributeEdit): string[] => [
  ...new Set(options.map((option) => option.trim()).filter((option) => option !== '')),
]

export function bodyOf(edits: readonly AttributeEdit[], version: number | undefined) {
  const attributes = edits.map((edit, position) => {
    const { id, name, slug, visible, variation } = edit
    return {
      ...(id === 0 ? { name: name.trim(), slug } : { id }),
      position,
      visible,
      variation,
      options: optionsOf(edit),
    }
  })
  const initial = edits.filter((edit) => edit.variation && optionsOf(edit).includes(edit.initial))
  const defaults = initial.map(({ id, name, initial: option }) => ({
    ...(id === 0 ? { name: name.trim() } : { id }),
    option,
  }))
  return { attributes, default_attributes: defaults, samovar: { version } }
}
