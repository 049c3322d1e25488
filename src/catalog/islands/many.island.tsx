import { useEffect, useState } from 'react'
import { type Choices, matchVariation } from '../match-variation.ts'
import type { VariationData } from '../variation-data.tsx'
import { ChoiceForm } from './choice-form.tsx'
import type { Lookup } from './lookup.ts'
import type { ChoiceProps } from './purchase-props.ts'

/** The form of a product with too many variations for a page: the chosen one is asked for (ATC-12). */
export function Many(props: ChoiceProps) {
  const [choices, setChoices] = useState<Choices>(props.chosen)
  const lookup = useAsked(props, choices)
  return <ChoiceForm {...props} possible={props.possible} choices={choices} setChoices={setChoices} lookup={lookup} />
}

/** Somebody who goes through the choices with the arrow keys asks for the last one only. */
const WAIT_MS = 150

/** Asks `?wc-ajax=get_variation` once for each variation that somebody stays with; only the newest question counts. */
function useAsked({ productId, attributes, possible, first }: ChoiceProps, choices: Choices): Lookup {
  const [answers, setAnswers] = useState<ReadonlyMap<number, VariationData>>(
    () => new Map(first ? [[first.variation_id, first]] : []),
  )
  const [failedId, setFailedId] = useState(0)
  const slugs = attributes.map((attribute) => attribute.slug)
  const wantedId = matchVariation(possible, slugs, choices)?.variation_id ?? 0
  const answer = answers.get(wantedId)

  useEffect(() => {
    if (wantedId === 0 || answer || failedId === wantedId) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      getVariation(productId, choices, stop.signal).then(
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

  if (answer) return { state: 'found', variation: answer }
  if (wantedId === 0) {
    return { state: slugs.every((slug) => choices[slug]) ? 'no-match' : 'choosing', variation: null }
  }
  const hasFailed = failedId === wantedId
  return {
    state: 'waiting',
    variation: null,
    text: hasFailed ? 'We could not look up this choice.' : 'Looking it up …',
    again: hasFailed ? () => setFailedId(0) : null,
  }
}

/** Throws when there is no answer, or no such variation. */
async function getVariation(productId: number, choices: Choices, signal: AbortSignal): Promise<VariationData> {
  const body = new URLSearchParams({ product_id: String(productId) })
  for (const [slug, value] of Object.entries(choices)) body.set(`attribute_${slug}`, value)
  const response = await fetch('/?wc-ajax=get_variation', { method: 'POST', body, signal })
  const answer = (await response.json()) as VariationData | false
  if (!response.ok || answer === false) throw new Error('No such variation')
  return answer
}
