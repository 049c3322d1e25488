import { type Dispatch, type FormEvent, type SetStateAction, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Choices, stillPossible } from '../match-variation.ts'
import type { VariationData } from '../variation-data.tsx'
import { chooseText, type variationParams } from '../variation-texts.ts'
import { AddRow, addButtonOf, addFields, typedQuantity } from './add-row.tsx'
import { ChoiceRows } from './choice-rows.tsx'
import { Found } from './found.tsx'
import { canBeAdded, type Lookup } from './lookup.ts'
import styles from './purchase.module.css'
import type { ChoiceProps, Possible } from './purchase-props.ts'

type ChoiceFormProps = Omit<ChoiceProps, 'possible'> & {
  /** Which choices lead somewhere. */
  readonly possible: readonly (Possible | VariationData)[]
  readonly choices: Choices
  readonly setChoices: Dispatch<SetStateAction<Choices>>
  readonly lookup: Lookup
}

/**
 * The form that chooses a variation and puts it into the cart (ATC-10, ATC-12). Before it wakes, and without script, it is
 * a plain form whose selects the server reads; names, classes and data attributes are the public ones.
 */
export function ChoiceForm(props: ChoiceFormProps) {
  const { productId, attributes, possible, choices, setChoices, lookup } = props
  const { variation } = lookup
  const [isAwake, setIsAwake] = useState(false)
  const [quantity, setQuantity] = useState(props.quantity)
  const [problem, setProblem] = useState('')
  const [resetText, setResetText] = useState('')
  // Chips may be touched before the form is awake, which then draws them as it knows them: looked at before it does.
  const [touched] = useState(touchedChips)
  const form = useRef<HTMLFormElement>(null)
  const left = variation ? [variation] : isAnyChosen(choices) ? stillPossible(props.variations, choices) : []
  // Of what is sold out there is no most: the browser would find the quantity wrong before we can say what is.
  const most = variation?.max_qty || null

  // What was chosen before the form woke counts as well, see `typedQuantity`.
  useLayoutEffect(() => {
    setQuantity((given) => typedQuantity(form.current, most) ?? given)
    const restored = { ...selected(form.current), ...touched }
    if (isAnyChosen(restored)) setChoices((given) => ({ ...given, ...restored }))
    setIsAwake(true)
    // Once, when it wakes: what happens later comes by itself.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  useEffect(() => {
    const own = form.current
    if (!own) return
    const leave = otherScripts()?.then((events) => events.greetScripts(own, () => setChoices(selected(own))))
    return () => void leave?.then((end) => end())
  }, [setChoices])

  const missing = attributes.filter(({ slug }) => !choices[slug]).map(({ label }) => label)
  const reason = reasonNotToAdd(lookup, isAnyChosen(choices) ? `${chooseText(missing)}.` : printed('make_a_selection'))
  const add = () => {
    if (reason !== null) {
      if (lookup.state === 'waiting') lookup.again?.()
      setProblem(reason)
      form.current?.querySelector<HTMLElement>('input[type=radio]:not(:disabled)')?.focus()
      return
    }
    const fields: Record<string, string> = { product_id: String(productId), quantity }
    if (variation) fields.variation_id = String(variation.variation_id)
    for (const [slug, value] of Object.entries(choices)) fields[`attribute_${slug}`] = value
    void addFields(fields, addButtonOf(form))
  }

  const isTouched = useRef(false)
  isTouched.current ||= [choices, props.chosen].some(isAnyChosen) && !isAsMade(choices, props.chosen, variation)
  useEffect(() => {
    if (!isTouched.current || lookup.state === 'waiting') return
    const note = variation ? props.notes[variation.variation_id] : undefined
    const image = commonImage(left)
    void import('./follow-choice.ts').then((page) => page.followChoice(variation, note, image))
  })
  const chosenKey = JSON.stringify(choices)
  useEffect(() => {
    const own = form.current
    if (isAwake && own) void otherScripts()?.then((events) => events.tellChoice(own, choices, lookup, possible))
    // Told once for each change of what is chosen or found.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isAwake, chosenKey, lookup.state, variation?.variation_id])

  const choose = (slug: string, value: string) => {
    const own = form.current
    if (own) void otherScripts()?.then((events) => events.tellSelect(own))
    setProblem('')
    setResetText('')
    setChoices((given) => withOnlyOnes(attributes, possible, { ...given, [slug]: value }))
  }
  const reset = () => {
    setProblem('')
    setResetText(printed('reset_alert'))
    setChoices(Object.fromEntries(attributes.map(({ slug }) => [slug, ''])))
    form.current?.querySelector<HTMLElement>('input[type=radio]')?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add()
  }
  return (
    <form
      ref={form}
      className={`variations_form cart ${styles.form}`}
      action={props.href}
      method="post"
      encType="multipart/form-data"
      data-product_id={productId}
      data-product_variations={props.variations.length > 0 ? JSON.stringify(props.variations) : 'false'}
      aria-busy={lookup.state === 'waiting' || undefined}
      onSubmit={submit}
    >
      <ChoiceRows
        attributes={attributes}
        variations={possible}
        choices={choices}
        isAwake={isAwake}
        onChoose={choose}
        onReset={reset}
      />
      <p className="reset_variations_alert screen-reader-text" role="status" aria-relevant="all">
        {resetText}
      </p>
      <p className={styles.problem} role="alert">
        {problem}
      </p>
      <div className="single_variation_wrap">
        <div
          className={`woocommerce-variation single_variation ${styles.variation}`}
          role="alert"
          aria-relevant="additions"
        >
          <Found lookup={lookup} />
        </div>
        <div
          className={`woocommerce-variation-add-to-cart variations_button woocommerce-variation-add-to-cart-${reason === null ? 'enabled' : 'disabled'} ${styles.row}`}
        >
          <AddRow
            productId={productId}
            name={props.name}
            quantity={quantity}
            most={most}
            isSoldIndividually={props.isSoldIndividually || variation?.is_sold_individually === 'yes'}
            isNamed={false}
            className={buttonState(lookup)}
            onQuantity={setQuantity}
          />
          <input type="hidden" name="add-to-cart" value={productId} />
          <input type="hidden" name="product_id" value={productId} />
          <input type="hidden" name="variation_id" className="variation_id" value={variation?.variation_id ?? 0} />
        </div>
      </div>
    </form>
  )
}

type Printed = ReturnType<typeof variationParams>
declare global {
  interface Window {
    wc_add_to_cart_variation_params?: Partial<Printed>
  }
}

/** Words that the page prints for all scripts; on the server nobody has pressed anything yet. */
const printed = (name: 'make_a_selection' | 'unavailable' | 'reset_alert'): string =>
  globalThis.window?.wc_add_to_cart_variation_params?.[`i18n_${name}_text`] ?? 'Choose first.'

function reasonNotToAdd(lookup: Lookup, toChoose: string): string | null {
  switch (lookup.state) {
    case 'choosing':
      return toChoose
    case 'no-match':
      return printed('unavailable')
    case 'waiting':
      return lookup.text
    case 'found':
      return canBeAdded(lookup.variation) ? null : printed('unavailable')
  }
}

const buttonState = (lookup: Lookup): string => {
  if (lookup.state === 'found' && canBeAdded(lookup.variation)) return ''
  const isUnavailable = lookup.state === 'found' || lookup.state === 'no-match'
  return `disabled ${isUnavailable ? 'wc-variation-is-unavailable' : 'wc-variation-selection-needed'}`
}

const isAnyChosen = (choices: Choices): boolean => Object.values(choices).some((value) => value !== '')

/** The page was made for these choices: its price and picture are the variation's, and nothing has to follow. */
const isAsMade = (choices: Choices, made: Choices, variation: VariationData | null): boolean =>
  variation !== null &&
  Object.entries(choices).every(([slug, value]) => made[slug] === value) &&
  (!variation.image || isFirstPicture(variation.image.full_src))

const isFirstPicture = (address: string): boolean =>
  globalThis.document?.querySelector<HTMLElement>('.woocommerce-product-gallery__image img')?.dataset.large_image ===
  address

/** The picture that all of these share, if they do. */
const commonImage = ([first, ...others]: readonly VariationData[]): VariationData['image'] =>
  first?.image && others.every((other) => other.image?.full_src === first.image?.full_src) ? first.image : null

/** Scripts of such shops listen through jQuery alone; where there is none, nobody has to be told. */
const otherScripts = () => ('jQuery' in window ? import('./variation-events.ts') : undefined)

/** What the selects say, by attribute slug. */
const selected = (form: HTMLFormElement | null): Record<string, string> =>
  Object.fromEntries(
    [...(form?.querySelectorAll<HTMLSelectElement>('select[data-attribute_name]') ?? [])].map((select) => [
      select.id,
      select.value,
    ]),
  )

/** Chips that are chosen in the page; nothing where there is no page. */
const touchedChips = (): Choices =>
  globalThis.document
    ? Object.fromEntries(
        [...document.querySelectorAll<HTMLInputElement>('form.variations_form input[type=radio]:checked')].map(
          ({ name, value }) => [name.slice('chip_'.length), value],
        ),
      )
    : {}

/** Where one value is left, there is nothing to choose: it is taken. */
function withOnlyOnes(
  attributes: ChoiceProps['attributes'],
  possible: readonly Pick<VariationData, 'attributes'>[],
  choices: Choices,
): Choices {
  if (!isAnyChosen(choices)) return choices
  return attributes.reduce<Choices>((given, { slug, options }) => {
    if (given[slug]) return given
    const open = options.filter((option) => stillPossible(possible, { ...given, [slug]: option.slug }).length > 0)
    return open.length === 1 && open[0] ? { ...given, [slug]: open[0].slug } : given
  }, choices)
}
