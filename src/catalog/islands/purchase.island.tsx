import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { AddRow, addButtonOf, addFields, typedQuantity } from './add-row.tsx'
import styles from './purchase.module.css'
import type { PurchaseProps } from './purchase-props.ts'

/**
 * The form that puts a simple product into the cart (ATC-10). Before it wakes, and without script, it is a plain form that
 * posts to its own page; names and classes are the public ones (html-notes.md, "Product page").
 */
export function Purchase(props: PurchaseProps) {
  const { productId, most } = props
  const [quantity, setQuantity] = useState(props.quantity)
  const form = useRef<HTMLFormElement>(null)

  useLayoutEffect(() => {
    setQuantity((given) => typedQuantity(form.current, most) ?? given)
  }, [most])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void addFields({ product_id: String(productId), quantity }, addButtonOf(form))
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
        <AddRow {...props} quantity={quantity} isNamed onQuantity={setQuantity} />
      </div>
    </form>
  )
}
