import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { button } from '../../ui/button.tsx'
import { type Choices, matchVariation } from '../match-variation.ts'
import { ChoiceRows } from './choice-rows.tsx'
import { followChoice } from './follow-choice.ts'
import styles from './purchase.module.css'
import type { PurchaseProps } from './purchase-props.ts'
import { setPurchase } from './purchase-store.ts'
import { QuantityStepper, within } from './quantity-stepper.tsx'

/**
 * The form that puts a product into the cart (ATC-10). Before it wakes, and without script, it is a plain form that
 * posts to its own page; names, classes and data attributes are the public ones (html-notes.md, "Product page").
 */
export function Purchase(props: PurchaseProps) {
  const { productId, attributes, variations } = props
  const isVariable = attributes.length > 0
  const [choices, setChoices] = useState<Choices>(props.chosen)
  const [quantity, setQuantity] = useState('1')
  const [problem, setProblem] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const slugs = attributes.map((attribute) => attribute.slug)
  const variation = matchVariation(variations, slugs, choices)
  const isAllChosen = slugs.every((slug) => choices[slug])
  // Of what is sold out there is no most: the browser would find the quantity wrong before we can say what is.
  const most = variation ? variation.max_qty || null : props.most

  // What was chosen and typed before the form woke counts, also what a browser that comes back to the page restores. Taken
  // over before the form is said to be awake: a click that waited for it is then done with what was typed.
  useLayoutEffect(() => {
    const field = form.current?.querySelector<HTMLInputElement>('input.qty')
    if (field) {
      if (field !== document.activeElement) field.value = String(within(Number(field.value), most))
      setQuantity(field.value)
    }
    const restored = Object.fromEntries(
      [...(form.current?.querySelectorAll<HTMLSelectElement>('select[data-attribute_name]') ?? [])]
        .filter((select) => select.value !== '')
        .map((select) => [select.id, select.value]),
    )
    if (Object.keys(restored).length > 0) setChoices((given) => ({ ...given, ...restored }))
    // Once, when it wakes: what happens later comes by itself.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const reason = reasonNotToAdd({ isVariable, isAllChosen, variation })
  const add = (pressed: HTMLElement) => {
    if (reason) {
      setProblem(reason)
      form.current?.querySelector<HTMLElement>('input[type=radio]:not(:disabled)')?.focus()
      return
    }
    const fields = fieldsOf({ productId, quantity, variationId: variation?.variation_id ?? null, choices })
    // The cart's script begins by listening to the document, which the server that renders this form has not.
    void import('../../cart/cart.client.ts').then((cart) => cart.addToCart(fields, pressed))
  }

  useEffect(() => {
    followChoice(variation, variation ? (props.unitPrices[variation.variation_id] ?? '') : '')
    setPurchase({ priceHtml: variation?.price_html ?? null, isReady: reason === null, add })
  })

  const choose = (slug: string, value: string) => {
    setProblem('')
    setChoices((given) => ({ ...given, [slug]: value }))
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const pressed = form.current?.querySelector<HTMLElement>('.single_add_to_cart_button')
    if (pressed) add(pressed)
  }
  const buttonState = isVariable ? variationButtonClass(isAllChosen, reason) : ''
  const row = (
    <>
      <QuantityStepper
        id={`quantity_${productId}`}
        name={props.name}
        value={quantity}
        most={most}
        isHidden={props.isSoldIndividually}
        onChange={setQuantity}
      />
      <button
        type="submit"
        {...(isVariable ? {} : { name: 'add-to-cart', value: productId })}
        className={`single_add_to_cart_button button alt ${buttonState} ${button.call} ${styles.add}`}
      >
        Add to cart
      </button>
    </>
  )

  return (
    <form
      ref={form}
      className={`${isVariable ? 'variations_form ' : ''}cart ${styles.form}`}
      action={props.href}
      method="post"
      encType="multipart/form-data"
      onSubmit={submit}
      {...(isVariable
        ? {
            'data-product_id': productId,
            'data-product_variations': variations.length > MOST_IN_PAGE ? 'false' : JSON.stringify(variations),
          }
        : {})}
    >
      {isVariable ? (
        <>
          <ChoiceRows
            attributes={attributes}
            variations={variations}
            choices={choices}
            onChoose={choose}
            onReset={() => setChoices(Object.fromEntries(slugs.map((slug) => [slug, ''])))}
          />
          <p className={styles.problem} role="alert">
            {problem}
          </p>
          <div className="single_variation_wrap">
            <div
              className={`woocommerce-variation single_variation ${styles.variation}`}
              role="alert"
              aria-relevant="additions"
            >
              {variation && (
                <>
                  <div
                    className="woocommerce-variation-price screen-reader-text"
                    dangerouslySetInnerHTML={{ __html: variation.price_html }}
                  />
                  <div
                    className="woocommerce-variation-availability"
                    dangerouslySetInnerHTML={{ __html: variation.availability_html }}
                  />
                </>
              )}
              {isAllChosen && !variation && (
                <p className="wc-no-matching-variations">
                  Sorry, no products matched your selection. Please choose a different combination.
                </p>
              )}
            </div>
            <div
              className={`woocommerce-variation-add-to-cart variations_button woocommerce-variation-add-to-cart-${reason ? 'disabled' : 'enabled'} ${styles.row}`}
            >
              {row}
              <input type="hidden" name="add-to-cart" value={productId} />
              <input type="hidden" name="product_id" value={productId} />
              <input type="hidden" name="variation_id" className="variation_id" value={variation?.variation_id ?? 0} />
            </div>
          </div>
        </>
      ) : (
        <div className={styles.row}>{row}</div>
      )}
    </form>
  )
}

/** Above this many, scripts of such shops ask for one variation at a time (html-notes.md, "variable form"). */
const MOST_IN_PAGE = 30

type Situation = { isVariable: boolean; isAllChosen: boolean; variation: PurchaseProps['variations'][number] | null }

function reasonNotToAdd({ isVariable, isAllChosen, variation }: Situation): string | null {
  if (!isVariable) return null
  if (!isAllChosen) return 'Please choose first, then add it to your cart.'
  if (!variation) return 'This combination is not to be had. Please choose another one.'
  if (!variation.is_purchasable || !variation.is_in_stock) return 'This one is sold out. Please choose another one.'
  return null
}

const variationButtonClass = (isAllChosen: boolean, reason: string | null): string => {
  if (reason === null) return ''
  return `disabled ${isAllChosen ? 'wc-variation-is-unavailable' : 'wc-variation-selection-needed'}`
}

type Wish = { productId: number; quantity: string; variationId: number | null; choices: Choices }

const fieldsOf = ({ productId, quantity, variationId, choices }: Wish): Record<string, string> => ({
  product_id: String(productId),
  quantity,
  ...(variationId === null ? {} : { variation_id: String(variationId) }),
  ...Object.fromEntries(Object.entries(choices).map(([slug, value]) => [`attribute_${slug}`, value])),
})
