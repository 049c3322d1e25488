import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { AddToCartRow, addToCartButton, restoredQuantity, submitToCart } from './add-to-cart-row.tsx'
import type { PurchaseProps } from './purchase-props.ts'
import { clampQuantity } from './quantity-stepper.tsx'
import styles from './simple-purchase.module.css'

/**
 * Add-to-cart form of a simple product (ATC-10). Without script it is a plain form that posts to its own page; names
 * and classes are the public ones (html-notes.md, "Product page").
 */
export function SimplePurchase(props: PurchaseProps) {
  const { productId, max } = props
  const [quantity, setQuantity] = useState(props.quantity)
  const form = useRef<HTMLFormElement>(null)

  useLayoutEffect(() => {
    setQuantity((current) => restoredQuantity(form.current, max) ?? current)
  }, [max])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void submitToCart(
      { product_id: String(productId), quantity: String(clampQuantity(quantity, max)) },
      addToCartButton(form),
    )
  }
  return (
    <form
      ref={form}
      className={`cart ${styles.form}`}
      action={props.href}
      method="post"
      encType="multipart/form-data"
      onSubmit={submit}
    >
      <div className={styles.row}>
        <AddToCartRow {...props} quantity={quantity} hasProductField onQuantity={setQuantity} />
      </div>
    </form>
  )
}
