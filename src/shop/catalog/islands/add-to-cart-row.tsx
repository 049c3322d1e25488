import type { ReactNode, RefObject } from 'react'
import { button } from '../../../platform/ui/button.tsx'
import { clampQuantity, QuantityStepper } from './quantity-stepper.tsx'
import styles from './simple-purchase.module.css'

type AddToCartRowProps = {
  productId: number
  name: string
  quantity: string
  max: number | null
  isSoldIndividually: boolean
  /** Of a simple product the button itself names what is added; a variable one has hidden fields for it. */
  hasProductField: boolean
  className?: string
  onQuantity: (value: string) => void
}

/** How many, and the button. */
export function AddToCartRow(props: AddToCartRowProps): ReactNode {
  const { productId, hasProductField, className = '' } = props
  return (
    <>
      {props.isSoldIndividually ? (
        <input type="hidden" name="quantity" value="1" />
      ) : (
        <QuantityStepper
          id={`quantity_${productId}`}
          name={props.name}
          value={props.quantity}
          max={props.max}
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
    </>
  )
}

/**
 * What was typed before the form woke counts, also what a browser that comes back to the page restores. Call it in a layout
 * effect, before the form is said to be awake: a click that waited for it is then done with what was typed.
 */
export function restoredQuantity(form: HTMLFormElement | null, max: number | null): string | null {
  const field = form?.querySelector<HTMLInputElement>('input.qty')
  if (!field) return null
  if (field !== document.activeElement) field.value = String(clampQuantity(Number(field.value), max))
  return field.value
}

/** Puts it into the cart without leaving the page. The cart's script begins by listening to the document, so it comes later. */
export async function submitToCart(fields: Record<string, string>, submitButton: HTMLElement | null): Promise<void> {
  const cart = await import('../../cart/cart.client.ts')
  await cart.addToCart(fields, submitButton)
}

export const addToCartButton = (form: RefObject<HTMLFormElement | null>): HTMLElement | null =>
  form.current?.querySelector<HTMLElement>('.single_add_to_cart_button') ?? null
