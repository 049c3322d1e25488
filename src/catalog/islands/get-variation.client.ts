import type { Choices } from '../match-variation.ts'
import type { VariationData } from '../variation-data.tsx'

/** Asks the shop for one variation, where a product has too many for a page. Throws when there is no answer, or none. */
export async function getVariation(productId: number, choices: Choices, signal: AbortSignal): Promise<VariationData> {
  const body = new URLSearchParams({ product_id: String(productId) })
  for (const [slug, value] of Object.entries(choices)) body.set(`attribute_${slug}`, value)
  const response = await fetch('/?wc-ajax=get_variation', { method: 'POST', body, signal })
  const answer = (await response.json()) as VariationData | false
  if (!response.ok || answer === false) throw new Error('No such variation')
  return answer
}
