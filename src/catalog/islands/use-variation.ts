import { useEffect, useState } from 'react'
import { type Choices, matchVariation } from '../match-variation.ts'
import type { VariationData } from '../variation-data.tsx'
import type { ChoiceProps } from './purchase-props.ts'

/** Where the choices have led so far. */
export type Lookup =
  | { readonly state: 'choosing' | 'no-match' | 'looking' | 'failed'; readonly variation: null }
  | { readonly state: 'found'; readonly variation: VariationData }

/** Somebody who goes through the choices with the arrow keys asks for the last one only. */
const WAIT_MS = 150

/**
 * The variation that all choices lead to: from the page, or from `?wc-ajax=get_variation` where there are too many for a
 * page (ATC-12). Only the newest question counts. `again` asks once more after a failure.
 */
export function useVariation(props: ChoiceProps, choices: Choices): Lookup & { readonly again: () => void } {
  const { productId, attributes, variations, possible, first } = props
  const [answers, setAnswers] = useState<ReadonlyMap<number, VariationData>>(
    () => new Map(first ? [[first.variation_id, first]] : []),
  )
  const [failedId, setFailedId] = useState(0)
  const slugs = attributes.map((attribute) => attribute.slug)
  const isAllChosen = slugs.every((slug) => choices[slug])
  const inPage = matchVariation(variations, slugs, choices)
  const wantedId = inPage ? 0 : (matchVariation(possible, slugs, choices)?.variation_id ?? 0)
  const answer = answers.get(wantedId)

  useEffect(() => {
    if (wantedId === 0 || answer || failedId === wantedId) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      import('./get-variation.client.ts')
        .then(({ getVariation }) => getVariation(productId, choices, stop.signal))
        .then(
          (found) => setAnswers((known) => new Map(known).set(wantedId, found)),
          () => stop.signal.aborted || setFailedId(wantedId),
        )
    }, WAIT_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
    // The wanted one says all that matters of the choices.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [wantedId, answer, failedId])

  const again = () => setFailedId(0)
  const found = inPage ?? answer
  if (found) return { state: 'found', variation: found, again }
  if (!isAllChosen) return { state: 'choosing', variation: null, again }
  if (wantedId === 0) return { state: 'no-match', variation: null, again }
  return { state: failedId === wantedId ? 'failed' : 'looking', variation: null, again }
}

export const canBeAdded = (variation: VariationData): boolean => variation.is_purchasable && variation.is_in_stock
