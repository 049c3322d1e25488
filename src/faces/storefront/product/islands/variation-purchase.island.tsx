import { useState } from 'react'
import type { Choices } from '../../../../shop/catalog/match-variation.ts'
import type { VariationData } from '../../../../shop/catalog/variation-data.tsx'
import { lookUp, type VariationPurchaseProps } from './purchase-props.ts'
import { VariationForm } from './variation-form.tsx'

export function VariationPurchase(props: VariationPurchaseProps) {
  const [choices, setChoices] = useState<Choices>(props.chosen)
  const lookup = lookUp(props.variations, props.attributes, choices)
  return (
    <VariationForm {...props} summaries={props.variations} choices={choices} setChoices={setChoices} lookup={lookup} />
  )
}

/** Hydrates from the form's public data attribute, so the variations are not serialized twice. */
export function HydratedVariationPurchase(props: Omit<VariationPurchaseProps, 'variations'>) {
  const [variations] = useState(() => {
    const form = document.querySelector<HTMLFormElement>('form.variations_form')
    return JSON.parse(form?.dataset.product_variations ?? '[]') as VariationData[]
  })
  return <VariationPurchase {...props} variations={variations} />
}
