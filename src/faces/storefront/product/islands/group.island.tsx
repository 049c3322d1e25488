import { useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { button } from '../../../../platform/ui/button.tsx'
import { NO_QUANTITY_CHOSEN } from '../../../../shop/catalog/group-texts.ts'
import { clampQuantity, QuantityStepper, useAddForm } from './add-to-cart-row.tsx'
import groupStyles from './group.module.css'
import styles from './simple-purchase.module.css'

export type GroupFormItem = {
  readonly id: number
  readonly name: string
  readonly href: string
  readonly pricesHtml: string
  /** '50 g', or '50–100 g' for several sizes; empty if unknown. */
  readonly size: string
  /** Null if it is in stock, or depends on the options of the child. */
  readonly stock: { readonly text: string; readonly className: string } | null
  readonly max: number | null
  readonly control: 'quantity' | 'checkbox' | 'options' | 'none'
}

export type GroupProps = {
  readonly productId: number
  readonly name: string
  readonly href: string
  readonly items: readonly GroupFormItem[]
  readonly quantities: Readonly<Record<number, string>>
}

/** Children of a grouped product with one button; a plain form before hydration, with the public names and classes. */
export function GroupPurchase({ productId, name, href, items, quantities: initialQuantities }: GroupProps) {
  const [quantities, setQuantities] = useState(initialQuantities)
  const [problem, setProblem] = useState('')
  const problemRef = useRef<HTMLParagraphElement>(null)
  const set = (id: number, value: string) => {
    // The line stays in the layout, so that the button does not move while it is being pressed.
    if (problemRef.current && problem !== '')
      problemRef.current.style.minHeight = `${problemRef.current.offsetHeight}px`
    setProblem('')
    setQuantities((current) => ({ ...current, [id]: value }))
  }

  const form = useAddForm((current) => {
    const chosen = readQuantities(current, items).filter(([, quantity]) => quantity !== '0')
    if (chosen.length === 0) {
      flushSync(() => setProblem(NO_QUANTITY_CHOSEN))
      // Keeps focus on the pressed button; scrolls only if the message is out of view.
      problemRef.current?.scrollIntoView({ block: 'nearest' })
      return null
    }
    const fields: Record<string, string> = { product_id: String(productId), 'add-to-cart': String(productId) }
    for (const [id, quantity] of chosen) fields[`quantity[${id}]`] = quantity
    return fields
  })

  // Takes over quantities entered before hydration or restored by the browser.
  useLayoutEffect(() => {
    if (!form.current) return
    form.current.noValidate = true
    setQuantities(Object.fromEntries(readQuantities(form.current, items)))
    // Once, on hydration.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const canAdd = items.some(({ control }) => control === 'quantity' || control === 'checkbox')
  return (
    <form ref={form} className="cart grouped_form" action={href} method="post" encType="multipart/form-data">
      <table className={`woocommerce-grouped-product-list group_table ${groupStyles.parts}`} role="presentation">
        <tbody>
          {items.map((item) => (
            <tr key={item.id} id={`product-${item.id}`} className="woocommerce-grouped-product-list-item">
              <td className="woocommerce-grouped-product-list-item__label">
                <a href={item.href}>{item.name}</a>
                {item.stock && <span className={`stock ${item.stock.className}`}>{item.stock.text}</span>}
              </td>
              <td className="woocommerce-grouped-product-list-item__price">
                <span dangerouslySetInnerHTML={{ __html: item.pricesHtml }} />
                {item.size !== '' && <small className="pack-size"> {item.size}</small>}
              </td>
              <td className="woocommerce-grouped-product-list-item__quantity">
                <QuantityControl item={item} value={quantities[item.id] ?? '0'} onChange={(to) => set(item.id, to)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p ref={problemRef} className={`${styles.problem} ${groupStyles.problem}`} role="alert">
        {problem}
      </p>
      <input type="hidden" name="add-to-cart" value={productId} />
      {canAdd && (
        <div className={styles.row}>
          <button
            type="submit"
            className={`single_add_to_cart_button button alt ${button.cta} ${styles.add}`}
            data-success_message={`“${name}” has been added to your cart`}
          >
            Add to cart
          </button>
        </div>
      )}
    </form>
  )
}

/** From the fields, which another script may have changed (`readQuantity`). */
const readQuantities = ({ elements }: HTMLFormElement, items: readonly GroupFormItem[]) =>
  items.flatMap(({ id, max }): [number, string][] => {
    const field = elements.namedItem(`quantity[${id}]`)
    if (!(field instanceof HTMLInputElement)) return []
    const quantity = field.type === 'checkbox' ? Number(field.checked) : clampQuantity(field.value, max, 0)
    return [[id, String(quantity)]]
  })

type QuantityControlProps = { item: GroupFormItem; value: string; onChange: (value: string) => void }

function QuantityControl({ item, value, onChange }: QuantityControlProps) {
  const { id, name, max } = item
  const field = `quantity[${id}]`
  switch (item.control) {
    case 'quantity':
      return (
        <QuantityStepper
          id={`quantity_${id}`}
          name={name}
          field={field}
          value={value}
          max={max}
          onChange={onChange}
          min={0}
        />
      )
    case 'checkbox':
      return (
        <label>
          <input
            type="checkbox"
            name={field}
            value="1"
            className="wc-grouped-product-add-to-cart-checkbox"
            checked={value !== '0'}
            onChange={(event) => onChange(event.target.checked ? '1' : '0')}
          />
          <span className="screen-reader-text">Buy one of {name}</span>
        </label>
      )
    case 'options':
      return (
        <a className={`button product_type_variable ${button.tertiary}`} href={item.href}>
          Select options<span className="screen-reader-text"> of {name}</span>
        </a>
      )
    case 'none':
      return null
  }
}
