import { type Dispatch, type SetStateAction, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Choices, matchingVariations } from '../../../../shop/catalog/match-variation.ts'
import type { VariationData } from '../../../../shop/catalog/variation-data.tsx'
import { chooseText, NO_MATCH, type variationParams } from '../../../../shop/catalog/variation-texts.ts'
import { AddToCartRow, readQuantity, restoredQuantity, useAddForm } from './add-to-cart-row.tsx'
import {
  canBeAdded,
  type VariationLookup,
  type VariationPurchaseProps,
  type VariationSummary,
} from './purchase-props.ts'
import styles from './simple-purchase.module.css'
import { VariationOptions } from './variation-options.tsx'

type VariationFormProps = Omit<VariationPurchaseProps, 'summaries'> & {
  readonly summaries: readonly (VariationSummary | VariationData)[]
  readonly choices: Choices
  readonly setChoices: Dispatch<SetStateAction<Choices>>
  readonly lookup: VariationLookup
}

/** Variation form (ATC-10, ATC-12) with the public names, classes and data; without script the server reads it. */
export function VariationForm(props: VariationFormProps) {
  const { productId, attributes, summaries, choices, setChoices, lookup } = props
  const { variation } = lookup
  const [isHydrated, setIsHydrated] = useState(false)
  const [quantity, setQuantity] = useState(props.quantity)
  const [problem, setProblem] = useState('')
  const [resetText, setResetText] = useState('')
  // Chips selected before hydration, read before React renders its own state.
  const [initialChips] = useState(checkedChips)
  const candidates = variation ? [variation] : isAnyChosen(choices) ? matchingVariations(props.variations, choices) : []
  // A sold-out variation has no maximum: native validation would reject the quantity before our own message.
  const max = variation?.max_qty || null
  const reason = cannotAddReason(props)
  const form = useAddForm((current) => {
    if (reason !== null) {
      if (lookup.state === 'loading') lookup.retry?.()
      setProblem(reason)
      current.querySelector<HTMLElement>('input[type=radio]:not(:disabled)')?.focus()
      return null
    }
    const fields: Record<string, string> = { product_id: String(productId), quantity: readQuantity(current, max) }
    if (variation) fields.variation_id = String(variation.variation_id)
    for (const [slug, value] of Object.entries(choices)) fields[`attribute_${slug}`] = value
    return fields
  })

  // Takes over input from before hydration, see `restoredQuantity`.
  useLayoutEffect(() => {
    setQuantity((current) => restoredQuantity(form.current, max) ?? current)
    const restored = { ...selectedValues(form.current), ...initialChips }
    if (isAnyChosen(restored)) setChoices((current) => ({ ...current, ...restored }))
    setIsHydrated(true)
    // Once, on hydration.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  useEffect(() => {
    const formElement = form.current
    if (!formElement) return
    const connection = loadVariationEvents()?.then((events) =>
      events.connectScripts(formElement, () => setChoices(selectedValues(formElement))),
    )
    return () => void connection?.then((end) => end())
  }, [form, setChoices])

  const isTouched = useRef(false)
  isTouched.current ||=
    [choices, props.chosen].some(isAnyChosen) && !matchesInitialPage(choices, props.chosen, variation)
  useEffect(() => {
    if (!isTouched.current || lookup.state === 'loading') return
    const note = variation ? props.notes[variation.variation_id] : undefined
    const image = commonImage(candidates)
    void import('./show-variation.ts').then((page) => page.showVariation(variation, note, image))
  })
  const chosenKey = JSON.stringify(choices)
  useEffect(() => {
    const formElement = form.current
    if (isHydrated && formElement)
      void loadVariationEvents(isTouched.current)?.then((events) =>
        events.triggerVariationEvents(formElement, choices, lookup, summaries),
      )
    // Once per change of selection or lookup result.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isHydrated, chosenKey, lookup.state, variation?.variation_id])

  const onChoose = (slug: string, value: string) => {
    const formElement = form.current
    if (formElement) void loadVariationEvents()?.then((events) => events.triggerSelectChange(formElement))
    setProblem('')
    setResetText('')
    setChoices((current) => withSingleOptions(attributes, summaries, { ...current, [slug]: value }))
  }
  const onReset = () => {
    setProblem('')
    setResetText(i18nText('reset_alert'))
    setChoices(Object.fromEntries(attributes.map(({ slug }) => [slug, ''])))
    form.current?.querySelector<HTMLElement>('input[type=radio]')?.focus()
  }
  return (
    <form
      ref={form}
      className="variations_form cart"
      action={props.href}
      method="post"
      encType="multipart/form-data"
      data-product_id={productId}
      data-product_variations={props.variations.length > 0 ? JSON.stringify(props.variations) : 'false'}
      aria-busy={lookup.state === 'loading' || undefined}
    >
      <VariationOptions
        attributes={attributes}
        choices={choices}
        isHydrated={isHydrated}
        onChoose={onChoose}
        onReset={onReset}
        variations={summaries}
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
          <VariationDetails lookup={lookup} />
        </div>
        <div
          className={`woocommerce-variation-add-to-cart variations_button woocommerce-variation-add-to-cart-${reason === null ? 'enabled' : 'disabled'} ${styles.row}`}
        >
          <AddToCartRow
            {...props}
            quantity={quantity}
            max={max}
            isSoldIndividually={props.isSoldIndividually || variation?.is_sold_individually === 'yes'}
            hasProductField={false}
            className={reason === null ? '' : disabledClass(lookup)}
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

function VariationDetails({ lookup }: { lookup: VariationLookup }) {
  switch (lookup.state) {
    case 'incomplete':
      return null
    case 'found':
      return (
        <>
          <DetailBlock name="description" html={lookup.variation.variation_description} />
          <DetailBlock name="price screen-reader-text" html={lookup.variation.price_html} />
          <DetailBlock name="availability" html={lookup.variation.availability_html} />
          {!lookup.variation.is_in_stock && <a href="#related">See similar</a>}
        </>
      )
    case 'loading':
      return (
        <p>
          {lookup.text}{' '}
          {lookup.retry && (
            <button type="button" onClick={lookup.retry}>
              Try again
            </button>
          )}
        </p>
      )
    case 'no-match':
      return <p className="wc-no-matching-variations woocommerce-info">{NO_MATCH}</p>
  }
}

const DetailBlock = ({ name, html }: { name: string; html: string }) => (
  <div className={`woocommerce-variation-${name}`} dangerouslySetInnerHTML={{ __html: html }} />
)

declare global {
  interface Window {
    wc_add_to_cart_variation_params?: Partial<ReturnType<typeof variationParams>>
  }
}

/** Texts printed in the page for all scripts; not needed on the server. */
const i18nText = (name: 'make_a_selection' | 'unavailable' | 'reset_alert'): string =>
  globalThis.window?.wc_add_to_cart_variation_params?.[`i18n_${name}_text`] ?? 'Choose first.'

function cannotAddReason({ lookup, attributes, choices }: VariationFormProps): string | null {
  if (lookup.state === 'incomplete') {
    const missing = attributes.filter(({ slug }) => !choices[slug]).map(({ label }) => label)
    return isAnyChosen(choices) ? `${chooseText(missing)}.` : i18nText('make_a_selection')
  }
  if (lookup.state === 'loading') return lookup.text
  return lookup.variation && canBeAdded(lookup.variation) ? null : i18nText('unavailable')
}

/** WooCommerce's classes of an add-to-cart button that is disabled, by reason. */
const disabledClass = ({ state }: VariationLookup): string =>
  `disabled wc-variation-${state === 'found' || state === 'no-match' ? 'is-unavailable' : 'selection-needed'}`

const isAnyChosen = (choices: Choices): boolean => Object.values(choices).some((value) => value !== '')

/** The page was rendered for this selection, so price and picture already match. */
const matchesInitialPage = (choices: Choices, initial: Choices, variation: VariationData | null): boolean =>
  variation !== null &&
  Object.entries(choices).every(([slug, value]) => initial[slug] === value) &&
  (!variation.image || isFirstPicture(variation.image.full_src))

const isFirstPicture = (url: string): boolean =>
  globalThis.document?.querySelector<HTMLElement>('.woocommerce-product-gallery__image img')?.dataset.large_image ===
  url

const commonImage = ([first, ...others]: readonly VariationData[]): VariationData['image'] =>
  first?.image && others.every((other) => other.image?.full_src === first.image?.full_src) ? first.image : null

/** WooCommerce scripts need the events only with jQuery; wallets need them always, from the first choice on. */
const loadVariationEvents = (isTouched = false) =>
  isTouched || 'jQuery' in window ? import('./variation-events.ts') : undefined

const selectedValues = (form: HTMLFormElement | null): Record<string, string> => {
  const selects = form?.querySelectorAll<HTMLSelectElement>('select[data-attribute_name]') ?? []
  return Object.fromEntries([...selects].map(({ id, value }) => [id, value]))
}

const checkedChips = (): Choices => {
  const selector = 'form.variations_form input[type=radio]:checked'
  const chips = globalThis.document?.querySelectorAll<HTMLInputElement>(selector) ?? []
  return Object.fromEntries([...chips].map(({ name, value }) => [name.slice('chip_'.length), value]))
}

/** Attributes with a single possible value are selected automatically. */
function withSingleOptions(
  attributes: VariationPurchaseProps['attributes'],
  summaries: readonly Pick<VariationData, 'attributes'>[],
  choices: Choices,
): Choices {
  if (!isAnyChosen(choices)) return choices
  return attributes.reduce<Choices>((current, { slug, options }) => {
    if (current[slug]) return current
    const [only, another] = options.filter(
      (option) => matchingVariations(summaries, { ...current, [slug]: option.slug }).length > 0,
    )
    return only && !another ? { ...current, [slug]: only.slug } : current
  }, choices)
}
