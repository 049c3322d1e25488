import type { ReactNode, RefObject } from 'react'
import { button } from '../../ui/button.tsx'
import styles from './purchase.module.css'
import { QuantityStepper, within } from './quantity-stepper.tsx'

type AddRowProps = {
  productId: number
  name: string
  quantity: string
  most: number | null
  isSoldIndividually: boolean
  /** Of a simple product the button itself names what is added; a variable one has hidden fields for it. */
  isNamed: boolean
  className?: string
  onQuantity: (value: string) => void
}

/** How many, and the button. */
export function AddRow(props: AddRowProps): ReactNode {
  const { productId, isNamed, className = '' } = props
  return (
    <>
      {props.isSoldIndividually ? (
        <input type="hidden" name="quantity" value="1" />
      ) : (
        <QuantityStepper
          id={`quantity_${productId}`}
          name={props.name}
          value={props.quantity}
          most={props.most}
          onChange={props.onQuantity}
        />
      )}
      <button
        type="submit"
        {...(isNamed ? { name: 'add-to-cart', value: productId } : {})}
        className={`single_add_to_cart_button button alt ${className} ${button.call} ${styles.add}`}
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
export function typedQuantity(form: HTMLFormElement | null, most: number | null): string | null {
  const field = form?.querySelector<HTMLInputElement>('input.qty')
  if (!field) return null
  if (field !== document.activeElement) field.value = String(within(Number(field.value), most))
  return field.value
}

/** Puts it into the cart without leaving the page. The cart's script begins by listening to the document, so it comes later. */
export async function addFields(fields: Record<string, string>, pressed: HTMLElement | null): Promise<void> {
  const cart = await import('../../cart/cart.client.ts')
  await cart.addToCart(fields, pressed)
}

export const addButtonOf = (form: RefObject<HTMLFormElement | null>): HTMLElement | null =>
  form.current?.querySelector<HTMLElement>('.single_add_to_cart_button') ?? null
