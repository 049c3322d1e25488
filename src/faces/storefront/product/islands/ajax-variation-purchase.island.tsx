import { useEffect, useState } from 'react'
import type { Choices } from '../../../../shop/catalog/match-variation.ts'
import type { VariationData } from '../../../../shop/catalog/variation-data.tsx'
import { lookUp, type VariationLookup, type VariationPurchaseProps } from './purchase-props.ts'
import { VariationForm } from './variation-form.tsx'

export function AjaxVariationPurchase(props: VariationPurchaseProps) {
  const [choices, setChoices] = useState<Choices>(props.chosen)
  const lookup = useVariationLookup(props, choices)
  return <VariationForm {...props} choices={choices} setChoices={setChoices} lookup={lookup} />
}

/** Debounce of selections by arrow keys. */
const DEBOUNCE_MS = 150

function useVariationLookup(
  { productId, attributes, summaries, initialVariation }: VariationPurchaseProps,
  choices: Choices,
): VariationLookup {
  const [variations, setVariations] = useState<ReadonlyMap<number, VariationData>>(
    () => new Map(initialVariation ? [[initialVariation.variation_id, initialVariation]] : []),
  )
  const [failedId, setFailedId] = useState(0)
  const match = lookUp(summaries, attributes, choices)
  const matchingId = match.variation?.variation_id ?? 0
  const loaded = variations.get(matchingId)

  useEffect(() => {
    if (matchingId === 0 || loaded || failedId === matchingId) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      getVariation(productId, choices, abort.signal).then(
        (variation) => setVariations((current) => new Map(current).set(matchingId, variation)),
        () => abort.signal.aborted || setFailedId(matchingId),
      )
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
    // `matchingId` identifies the choices.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [matchingId, loaded, failedId])

  if (loaded) return { state: 'found', variation: loaded }
  if (match.state !== 'found') return match
  const hasFailed = failedId === matchingId
  return {
    state: 'loading',
    variation: null,
    text: hasFailed ? 'We could not look up this choice.' : 'Looking it up …',
    retry: hasFailed ? () => setFailedId(0) : null,
  }
}

async function getVariation(productId: number, choices: Choices, signal: AbortSignal): Promise<VariationData> {
  const body = new URLSearchParams({ product_id: String(productId) })
  for (const [slug, value] of Object.entries(choices)) body.set(`attribute_${slug}`, value)
  const response = await fetch('/?wc-ajax=get_variation', { method: 'POST', body, signal })
  const variation = (await response.json()) as VariationData | false
  if (!response.ok || variation === false) throw new Error('No such variation')
  return variation
}
