import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { button } from '../../ui/button.tsx'
import { NOTHING_CHOSEN } from '../group-texts.ts'
import groupStyles from './group.module.css'
import styles from './purchase.module.css'
import { QuantityStepper, within } from './quantity-stepper.tsx'

export type GroupPart = {
  readonly id: number
  readonly name: string
  readonly href: string
  readonly pricesHtml: string
  /** '50 g', '50–100 g' of a tea in several sizes; empty where it is not known. */
  readonly size: string
  /** Null where it is simply there, or depends on what is chosen of the part. */
  readonly stock: { readonly text: string; readonly className: string } | null
  readonly most: number | null
  /** How it is taken: so many, one or none, after choosing on its own page, or not at all. */
  readonly way: 'some' | 'one' | 'choose' | 'none'
}

export type GroupProps = {
  readonly productId: number
  readonly name: string
  readonly href: string
  readonly parts: readonly GroupPart[]
  /** As typed, by the part's id. */
  readonly quantities: Readonly<Record<number, string>>
}

/**
 * The parts of a grouped product, each with its own number, and one button for all of them. A plain form before it wakes;
 * names and classes are the public ones. What the cart refuses is told by the page that the form itself brings.
 */
export function GroupPurchase({ productId, name, href, parts, quantities: typed }: GroupProps) {
  const [quantities, setQuantities] = useState(typed)
  const [problem, setProblem] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const said = useRef<HTMLParagraphElement>(null)
  const set = (id: number, value: string) => {
    // Its place stays: the button below must not move away under somebody who leaves a number to press it.
    if (said.current && problem !== '') said.current.style.minHeight = `${said.current.offsetHeight}px`
    setProblem('')
    setQuantities((given) => ({ ...given, [id]: value }))
  }

  // What was typed before the form woke counts, also what a browser that comes back to the page restores.
  useLayoutEffect(() => {
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement>('input[name^="quantity["]') ?? [])]
    const read = parts.flatMap(({ id, most }): [number, string][] => {
      const field = fields.find((one) => one.name === `quantity[${id}]`)
      if (!field) return []
      const value = field.type === 'checkbox' ? Number(field.checked) : within(Number(field.value), most, 0)
      return [[id, String(value)]]
    })
    setQuantities(Object.fromEntries(read))
    // Once, when it wakes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const chosen = parts.filter(({ id }) => Number(quantities[id]) > 0)
    if (chosen.length === 0) {
      flushSync(() => setProblem(NOTHING_CHOSEN))
      // Above the button that was pressed: the focus stays there, and nothing scrolls away from it.
      said.current?.scrollIntoView({ block: 'nearest' })
      return
    }
    const fields = {
      product_id: String(productId),
      'add-to-cart': String(productId),
      ...Object.fromEntries(chosen.map(({ id }) => [`quantity[${id}]`, quantities[id] ?? '0'])),
    }
    const pressed = form.current?.querySelector<HTMLElement>('.single_add_to_cart_button') ?? null
    void import('../../cart/cart.client.ts').then((cart) => cart.addToCart(fields, pressed))
  }
  const canAdd = parts.some(({ way }) => way === 'some' || way === 'one')
  return (
    <form
      ref={form}
      className={`cart grouped_form ${styles.form}`}
      action={href}
      method="post"
      encType="multipart/form-data"
      onSubmit={submit}
    >
      <table className={`woocommerce-grouped-product-list group_table ${groupStyles.parts}`} role="presentation">
        <tbody>
          {parts.map((part) => (
            <tr key={part.id} id={`product-${part.id}`} className="woocommerce-grouped-product-list-item">
              <td className="woocommerce-grouped-product-list-item__label">
                <a href={part.href}>{part.name}</a>
                {part.stock && <span className={`stock ${part.stock.className}`}>{part.stock.text}</span>}
              </td>
              <td className="woocommerce-grouped-product-list-item__price">
                <span dangerouslySetInnerHTML={{ __html: part.pricesHtml }} />
                {part.size !== '' && <small className="pack-size"> {part.size}</small>}
              </td>
              <td className="woocommerce-grouped-product-list-item__quantity">
                <HowMany part={part} value={quantities[part.id] ?? '0'} onChange={(value) => set(part.id, value)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p ref={said} className={`${styles.problem} ${groupStyles.problem}`} role="alert">
        {problem}
      </p>
      <input type="hidden" name="add-to-cart" value={productId} />
      {canAdd && (
        <div className={styles.row}>
          <button
            type="submit"
            className={`single_add_to_cart_button button alt ${button.call} ${styles.add}`}
            data-success_message={`“${name}” has been added to your cart`}
          >
            Add to cart
          </button>
        </div>
      )}
    </form>
  )
}

type HowManyProps = { part: GroupPart; value: string; onChange: (value: string) => void }

function HowMany({ part, value, onChange }: HowManyProps) {
  const field = `quantity[${part.id}]`
  switch (part.way) {
    case 'some':
      return (
        <QuantityStepper
          id={`quantity_${part.id}`}
          name={part.name}
          field={field}
          value={value}
          least={0}
          most={part.most}
          onChange={onChange}
        />
      )
    case 'one':
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
          <span className="screen-reader-text">Buy one of {part.name}</span>
        </label>
      )
    case 'choose':
      return (
        <a className={`button product_type_variable ${button.quiet}`} href={part.href}>
          Select options<span className="screen-reader-text"> of {part.name}</span>
        </a>
      )
    case 'none':
      return null
  }
}
