// The sheet's fields and texts. The server sends the markup without data.

/** @typedef {Record<string, any>} Fields */

/** @template {HTMLElement} Found @param {string} id @returns {Found} */
export const byId = (id) => /** @type {Found} */ (document.getElementById(id))

/** @param {string} currency @param {string} price */
export const moneyText = (currency, price) =>
  new Intl.NumberFormat('en-CA', { style: 'currency', currency }).format(Number(price))

/**
 * Fills a group of choices, or hides it if there are none. The focused choice keeps the focus.
 * @param {string} id @param {readonly { id: string, label: string, note?: string }[]} choices @param {string | null} chosen
 */
export function drawChoices(id, choices, chosen) {
  const group = byId(id)
  const focused = group.contains(document.activeElement) ? document.activeElement?.getAttribute('value') : null
  group.hidden = choices.length === 0
  const list = /** @type {HTMLElement} */ (group.querySelector('.choices'))
  list.replaceChildren(
    ...choices.map((choice) => {
      const label = document.createElement('label')
      const radio = Object.assign(document.createElement('input'), {
        ...{ type: 'radio', name: id, value: choice.id, checked: choice.id === chosen },
      })
      const text = Object.assign(document.createElement('span'), { textContent: choice.label })
      if (choice.note) text.append(Object.assign(document.createElement('small'), { textContent: ` ${choice.note}` }))
      label.append(radio, text)
      return label
    }),
  )
  if (focused) list.querySelector(/** @type {'input'} */ (`input[value="${CSS.escape(focused)}"]`))?.focus()
}

/** @param {Fields} info `transactionInfo` */
export function drawAmounts({
  displayItems = [],
  totalPriceLabel = 'Total',
  totalPrice,
  totalPriceStatus,
  currencyCode,
}) {
  byId('rows').replaceChildren(
    ...displayItems.map((/** @type {Fields} */ { label, price, status }) =>
      amountRow(label, status === 'PENDING' ? 'Pending' : moneyText(currencyCode, price)),
    ),
  )
  const isKnown = totalPriceStatus !== 'NOT_CURRENTLY_KNOWN'
  const total = isKnown ? moneyText(currencyCode, totalPrice) : 'Not known yet'
  byId('total-label').textContent = totalPriceStatus === 'FINAL' ? totalPriceLabel : `${totalPriceLabel} (estimated)`
  byId('total').textContent = total
  byId('pay').textContent = isKnown ? `Pay ${total}` : 'Pay'
}

/** @param {string} label @param {string} amount */
function amountRow(label, amount) {
  const row = document.createElement('div')
  row.append(
    Object.assign(document.createElement('dt'), { textContent: label }),
    Object.assign(document.createElement('dd'), { textContent: amount }),
  )
  return row
}

/** Shows an error from the page; an empty text clears it. @param {string} text */
export function drawProblem(text) {
  byId('problem').textContent = text
}

/**
 * Fields stay enabled while the page calculates, so that the focus is not lost.
 * @param {'idle' | 'updating' | 'paying'} state
 */
export function drawProgress(state) {
  const pay = byId('pay')
  pay.setAttribute('aria-disabled', String(state !== 'idle'))
  document.body.dataset.state = state
  byId('progress').textContent = { idle: '', updating: 'Updating…', paying: 'Paying…' }[state]
}
