/** Attribute slug to chosen value; an empty text means not chosen yet. */
export type Choices = Readonly<Record<string, string>>

/** Wire form: `attribute_pa_size` to a value; an empty text means any value will do. */
type Matchable = { readonly attributes: Readonly<Record<string, string>> }

const accepts = (variation: Matchable, slug: string, value: string): boolean => {
  const own = variation.attributes[`attribute_${slug}`] ?? ''
  return own === '' || own === value
}

/** The variation that all the choices lead to, once everything is chosen; null before that, or where none fits. */
export function matchVariation<V extends Matchable>(
  variations: readonly V[],
  slugs: readonly string[],
  choices: Choices,
): V | null {
  if (slugs.some((slug) => !choices[slug])) return null
  return variations.find((variation) => slugs.every((slug) => accepts(variation, slug, choices[slug] ?? ''))) ?? null
}

/** The variations that these choices leave possible; what is not chosen yet excludes nothing. */
export function matchingVariations<V extends Matchable>(variations: readonly V[], choices: Choices): V[] {
  const selected = Object.entries(choices).filter(([, value]) => value !== '')
  return variations.filter((variation) => selected.every(([name, value]) => accepts(variation, name, value)))
}
