/** Attribute slug to selected value; an empty string means not selected yet. */
export type Choices = Readonly<Record<string, string>>

/** Public form: `attribute_pa_size` to a value; an empty string matches any value. */
type Matchable = { readonly attributes: Readonly<Record<string, string>> }

const accepts = (variation: Matchable, slug: string, value: string): boolean => {
  const variationValue = variation.attributes[`attribute_${slug}`] ?? ''
  return variationValue === '' || variationValue === value
}

export function matchVariation<V extends Matchable>(
  variations: readonly V[],
  slugs: readonly string[],
  choices: Choices,
): V | null {
  if (slugs.some((slug) => !choices[slug])) return null
  return variations.find((variation) => slugs.every((slug) => accepts(variation, slug, choices[slug] ?? ''))) ?? null
}

export function matchingVariations<V extends Matchable>(variations: readonly V[], choices: Choices): V[] {
  const selected = Object.entries(choices).filter(([, value]) => value !== '')
  return variations.filter((variation) => selected.every(([name, value]) => accepts(variation, name, value)))
}
