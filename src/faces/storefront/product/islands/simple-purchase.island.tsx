import { useLayoutEffect, useState } from 'react'
import { AddToCartRow, readQuantity, restoredQuantity, useAddForm } from './add-to-cart-row.tsx'
import type { PurchaseProps } from './purchase-props.ts'
import styles from './simple-purchase.module.css'

/** Add-to-cart form of a simple product (ATC-10), with the public names and classes (html-notes.md). */
export function SimplePurchase(props: PurchaseProps) {
  const { productId, max } = props
  const [quantity, setQuantity] = useState(props.quantity)
  const form = useAddForm((current) => ({ product_id: String(productId), quantity: readQuantity(current, max) }))

  useLayoutEffect(() => {
    setQuantity((current) => restoredQuantity(form.current, max) ?? current)
  }, [form, max])

  return (
    <form ref={form} className="cart" action={props.href} method="post" encType="multipart/form-data">
      <div className={styles.row}>
        <AddToCartRow {...props} quantity={quantity} hasProductField onQuantity={setQuantity} />
      </div>
    </form>
  )
}
