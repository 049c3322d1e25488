import styles from '../confirm-total.module.css'

type Row = { readonly label: string; readonly text: string }

type ChangedTotal = {
  readonly totalCents: number
  /** Display items in any wallet's format. */
  readonly displayItems: readonly unknown[]
  readonly currency: string
}

/** Asks the shopper to accept a total that differs from the wallet's sheet. False: charge nothing. */
export function confirmTotal({ totalCents, displayItems, currency }: ChangedTotal): Promise<boolean> {
  const format = new Intl.NumberFormat('en-CA', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const unit = 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2)
  const total = format.format(totalCents / unit)
  const dialog = make('dialog', { className: styles.dialog ?? '' })
  const title = make('h2', { id: 'confirm-total-title', textContent: `Your total is now ${total}`, tabIndex: -1 })
  dialog.setAttribute('aria-labelledby', title.id)
  const text = 'It has changed since you confirmed it in your wallet. Nothing has been charged yet.'
  const list = make('dl', { className: styles.rows ?? '' })
  for (const row of [...rowsOf(displayItems, format, unit), { label: 'Total', text: total }])
    list.append(make('dt', { textContent: row.label }), make('dd', { textContent: row.text }))
  const form = make('form', { method: 'dialog', className: styles.choice ?? '' })
  form.append(
    make('button', { value: 'pay', textContent: `Pay ${total}`, className: styles.pay ?? '' }),
    make('button', { value: '', textContent: 'Cancel', className: styles.cancel ?? '' }),
  )
  dialog.append(title, make('p', { textContent: text }), list, form)
  const opener = document.activeElement
  document.body.append(dialog)
  dialog.showModal()
  title.focus()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
      resolve(dialog.returnValue === 'pay')
    })
  })
}

const make = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] => Object.assign(document.createElement(name), properties)

/** A display item has `price` as text or `amount` in cents, depending on the wallet. */
type Item = { readonly label?: string; readonly name?: string; readonly price?: string; readonly amount?: number }

const rowsOf = (items: readonly unknown[], format: Intl.NumberFormat, unit: number): Row[] =>
  (items as readonly Item[]).map(({ label, name, price, amount }) => ({
    label: label ?? name ?? '',
    text: format.format(price === undefined ? (amount ?? 0) / unit : Number(price)),
  }))
