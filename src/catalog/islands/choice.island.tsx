import { useState } from 'react'
import type { Choices } from '../match-variation.ts'
import type { VariationData } from '../variation-data.tsx'
import { ChoiceForm } from './choice-form.tsx'
import { lookInPage } from './lookup.ts'
import type { ChoiceProps } from './purchase-props.ts'

/** The form of a product whose variations all stand in the page. */
export function Choice(props: ChoiceProps) {
  const [choices, setChoices] = useState<Choices>(props.chosen)
  const lookup = lookInPage(props, choices)
  return <ChoiceForm {...props} possible={props.variations} choices={choices} setChoices={setChoices} lookup={lookup} />
}

/** As the browser takes it over: what the form's own attribute says already was not sent a second time. */
export function ChoiceInPage(props: Omit<ChoiceProps, 'variations'>) {
  const [variations] = useState(() => {
    const form = document.querySelector<HTMLFormElement>('form.variations_form')
    return JSON.parse(form?.dataset.product_variations ?? '[]') as VariationData[]
  })
  return <Choice {...props} variations={variations} />
}
