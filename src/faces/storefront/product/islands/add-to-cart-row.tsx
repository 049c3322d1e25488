import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { button } from '../../../../platform/ui/button.tsx'
import type { PurchaseProps } from './purchase-props.ts'
import styles from './simple-purchase.module.css'

type AddToCartRowProps = Omit<PurchaseProps, 'href'> & {
  /** The button itself carries the id of a simple product; a variable one uses hidden fields. */
  hasProductField: boolean
  className?: string
  onQuantity: (value: string) => void
}

export function AddToCartRow(props: AddToCartRowProps): ReactNode {
  const { productId, name, quantity, max, hasProductField, className = '' } = props
  return (
    <>
      {props.isSoldIndividually ? (
        <input type="hidden" name="quantity" value="1" />
      ) : (
        <QuantityStepper
          id={`quantity_${productId}`}
          name={name}
          max={max}
          value={quantity}
          onChange={props.onQuantity}
        />
      )}
      <button
        type="submit"
        {...(hasProductField ? { name: 'add-to-cart', value: productId } : {})}
        className={`single_add_to_cart_button button alt ${className} ${button.cta} ${styles.add}`}
      >
        Add to cart
      </button>
      {/* Hydration leaves its content as it is. */}
      <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: props.walletsHtml ?? '' }} />
    </>
  )
}

/** The quantity in the field, typed before hydration or restored. The form, not the browser, corrects it. */
export function restoredQuantity(form: HTMLFormElement | null, max: number | null): string | null {
  const field = form?.querySelector<HTMLInputElement>('input.qty')
  if (!form || !field) return null
  form.noValidate = true
  if (field !== document.activeElement) field.value = String(clampQuantity(field.value, max))
  return field.value
}

/** The ref of a form that adds the fields of `read` to the cart; null if nothing can be added. */
export function useAddForm(read: (form: HTMLFormElement) => Record<string, string> | null) {
  const ref = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    const submit = (event: Event) => {
      const form = event.target as HTMLFormElement
      // Another script may prevent the submission, as in WooCommerce.
      if (form !== ref.current || event.defaultPrevented) return
      event.preventDefault()
      const fields = read(form)
      // Imported on demand, because the cart script attaches document listeners when it loads.
      if (fields)
        void import('../../../../shop/cart/client/cart.client.ts').then((cart) =>
          cart.addToCart(fields, form.querySelector<HTMLElement>('.single_add_to_cart_button')),
        )
    }
    // Listeners of the window are called last.
    addEventListener('submit', submit)
    return () => removeEventListener('submit', submit)
  })
  return ref
}

/** The quantity in the field, which another script may have changed without an event that React knows. */
export const readQuantity = (form: HTMLFormElement, max: number | null): string =>
  String(clampQuantity(restoredQuantity(form, max) ?? 1, max))

type StepperProps = {
  id: string
  name: string
  /** Field name: `quantity`, or `quantity[12]` for the child of a grouped product. */
  field?: string
  value: string
  /** 0 if no quantity is valid. */
  min?: 0 | 1
  max: number | null
  onChange: (value: string) => void
}

export function QuantityStepper({ id, name, field = 'quantity', value, min = 1, max, onChange }: StepperProps) {
  const [note, setNote] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const number = Number(value)
  const fixQuantity = (requested: number) => {
    const fixed = clampQuantity(requested, max, min)
    setNote(requested > fixed ? `Only ${fixed} left.` : '')
    onChange(String(fixed))
  }
  /**
   * Waits until the pressed control is released: disabling or moving it before would lose the click.
   * `typed` is what the field had when it was left, because adding to the cart corrects it without a note.
   */
  const fixTyped = (typed: string) => {
    if (document.querySelector(':active')) return void setTimeout(fixTyped, 50, typed)
    if (typed !== String(clampQuantity(typed, max, min))) fixQuantity(Number(typed))
  }
  // Another selection may have less stock.
  useEffect(() => {
    if (max !== null && number > max && input.current !== document.activeElement) fixQuantity(number)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [max])
  const stepButton = (label: string, sign: string, next: number, isDisabled: boolean) => (
    <button type="button" aria-label={label} disabled={isDisabled} onClick={() => fixQuantity(next)}>
      <span aria-hidden="true">{sign}</span>
    </button>
  )
  return (
    <div className={`quantity ${styles.quantity}`}>
      <div>
        <label className="screen-reader-text" htmlFor={id}>
          {name} quantity
        </label>
        {stepButton(`One less of ${name}`, '−', number - 1, number <= min)}
        <input
          ref={input}
          id={id}
          className="input-text qty text"
          type="number"
          name={field}
          value={value}
          min={min}
          max={max ?? undefined}
          step={1}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => {
            setNote('')
            onChange(event.target.value)
          }}
          onBlur={(event) => setTimeout(fixTyped, 0, event.target.value)}
        />
        {stepButton(`One more of ${name}`, '+', number + 1, max !== null && number >= max)}
      </div>
      <span role="status">{note}</span>
    </div>
  )
}

/** An integer from `min` up to the available stock (ATC-11). */
export function clampQuantity(typed: string | number, max: number | null, min: 0 | 1 = 1): number {
  const number = Math.trunc(Number(typed))
  const integer = Number.isFinite(number) ? number : min
  return Math.max(min, max === null ? integer : Math.min(integer, max))
}
