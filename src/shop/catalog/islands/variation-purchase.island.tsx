import { useState } from 'react'
import type { Choices } from '../match-variation.ts'
import type { VariationData } from '../variation-data.tsx'
import { lookupInPage } from './lookup.ts'
import type { VariationPurchaseProps } from './purchase-props.ts'
import { VariationForm } from './variation-form.tsx'

/** The form of a product whose variations all stand in the page. */
export function VariationPurchase(props: VariationPurchaseProps) {
  const [choices, setChoices] = useState<Choices>(props.chosen)
  const lookup = lookupInPage(props, choices)
  return (
    <VariationForm {...props} summaries={props.variations} choices={choices} setChoices={setChoices} lookup={lookup} />
  )
}

/** As the browser takes it over: what the form's own attribute says already was not sent a second time. */
export function HydratedVariationPurchase(props: Omit<VariationPurchaseProps, 'variations'>) {
  const [variations] = useState(() => {
    const form = document.querySelector<HTMLFormElement>('form.variations_form')
    return JSON.parse(form?.dataset.product_variations ?? '[]') as VariationData[]
  })
  return <VariationPurchase {...props} variations={variations} />
}
