import type { ReactNode, RefObject } from 'react'
import { button } from '../../../../platform/ui/button.tsx'
import type { PurchaseProps } from './purchase-props.ts'
import { clampQuantity, QuantityStepper } from './quantity-stepper.tsx'
import styles from './simple-purchase.module.css'

type AddToCartRowProps = Omit<PurchaseProps, 'href'> & {
  /** The button itself carries the id of a simple product; a variable one uses hidden fields. */
  hasProductField: boolean
  className?: string
  onQuantity: (value: string) => void
}

/** Quantity field, button, and the wallets' places. */
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
          value={quantity}
          max={max}
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

/**
 * The quantity in the form before hydration, typed or restored by the browser. Call it in a layout effect before the
 * form is marked as hydrated, so that a deferred click uses it. From then on forms correct what they send: the browser
 * would refuse the press instead.
 */
export function restoredQuantity(form: HTMLFormElement | null, max: number | null): string | null {
  const field = form?.querySelector<HTMLInputElement>('input.qty')
  if (!form || !field) return null
  form.noValidate = true
  if (field !== document.activeElement) field.value = String(clampQuantity(field.value, max))
  return field.value
}

/**
 * Adds to the cart without leaving the page. Imported on demand, because the cart script attaches document listeners
 * when it loads.
 */
export async function submitToCart(fields: Record<string, string>, submitButton: HTMLElement | null): Promise<void> {
  const cart = await import('../../../../shop/cart/client/cart.client.ts')
  await cart.addToCart(fields, submitButton)
}

export const addToCartButton = (form: RefObject<HTMLFormElement | null>): HTMLElement | null =>
  form.current?.querySelector<HTMLElement>('.single_add_to_cart_button') ?? null
