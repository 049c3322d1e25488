import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { AddToCartRow, addToCartButton, clampQuantity, restoredQuantity, submitToCart } from './add-to-cart-row.tsx'
import type { PurchaseProps } from './purchase-props.ts'
import styles from './simple-purchase.module.css'

/** Add-to-cart form of a simple product (ATC-10), with the public names and classes (html-notes.md). */
export function SimplePurchase(props: PurchaseProps) {
  const { productId, max } = props
  const [quantity, setQuantity] = useState(props.quantity)
  const form = useRef<HTMLFormElement>(null)

  useLayoutEffect(() => {
    setQuantity((current) => restoredQuantity(form.current, max) ?? current)
  }, [max])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const fields = { product_id: String(productId), quantity: String(clampQuantity(quantity, max)) }
    void submitToCart(fields, addToCartButton(form))
  }
  return (
    <form ref={form} className="cart" action={props.href} method="post" encType="multipart/form-data" onSubmit={submit}>
      <div className={styles.row}>
        <AddToCartRow {...props} quantity={quantity} hasProductField onQuantity={setQuantity} />
      </div>
    </form>
  )
}
