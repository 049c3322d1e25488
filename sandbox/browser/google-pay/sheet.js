// The wallet's payment sheet: the buyer chooses a card, an address and a shipping method, and pays.
import { createToken } from './card-token.js'
import { allowedAddresses, allowedCards, intermediateData, lastDigits, payerLine, paymentData } from './payment-data.js'
import { openChannel } from './sheet-channel.js'
import { byId, drawAmounts, drawChoices, drawProblem, drawProgress } from './sheet-view.js'

/** @typedef {Record<string, any>} Fields */
/** @typedef {import('./payment-data.js').Selection} Selection */

const channel = openChannel()
if (window.opener) resizeBy(600 - innerWidth, 550 - innerHeight)

channel.onOpen((request) => {
  /** @type {string[]} */
  const intents = request.callbackIntents ?? []
  const cards = allowedCards(request)
  const addresses = allowedAddresses(request)
  /** @type {Fields[]} */
  let options = request.shippingOptionRequired ? (request.shippingOptionParameters?.shippingOptions ?? []) : []
  let info = request.transactionInfo
  /** @type {Selection} */
  const chosen = {
    card: /** @type {Selection['card']} */ (cards[0]),
    address: addresses[0] ?? null,
    optionId: request.shippingOptionParameters?.defaultSelectedOptionId ?? options[0]?.id ?? null,
  }
  /** Whether the shop has refused the address or option; the buyer has to change it before paying. */
  let isRefused = false
  let isPaying = false
  /** The newest change that the page does not know yet. @type {string | null} */
  let waiting = null
  let isAsking = false

  function draw() {
    drawChoices(
      'cards',
      cards.map(({ note, ...card }) => ({
        id: card.id,
        label: `${card.label} •••• ${lastDigits(card)}`,
        ...(note ? { note } : {}),
      })),
      chosen.card?.id ?? null,
    )
    drawChoices(
      'addresses',
      addresses.map(({ id, name, address1, locality, administrativeArea, postalCode, note }) => ({
        id,
        label: [name, address1, [locality, administrativeArea, postalCode].filter(Boolean).join(' ')].join(', '),
        ...(note ? { note } : {}),
      })),
      chosen.address?.id ?? null,
    )
    drawChoices(
      'options',
      options.map(({ id, label, description }) => ({ id, label, note: description })),
      chosen.optionId,
    )
    drawAmounts(info)
  }

  /**
   * Asks one question at a time; if several changes happen meanwhile, only the newest is sent.
   * @param {string} trigger
   */
  async function change(trigger) {
    if (!intents.includes(trigger === 'INITIALIZE' ? 'SHIPPING_ADDRESS' : trigger)) return
    waiting = waiting === 'SHIPPING_ADDRESS' ? waiting : trigger
    if (isAsking) return
    isAsking = true
    drawProgress('updating')
    while (waiting !== null) {
      const asked = waiting
      waiting = null
      apply(await channel.update(intermediateData(asked, chosen)))
    }
    isAsking = false
    drawProgress('idle')
  }

  /** @param {Fields} update */
  function apply({ newTransactionInfo, newShippingOptionParameters, error }) {
    if (newTransactionInfo) info = { ...info, ...newTransactionInfo }
    if (newShippingOptionParameters && request.shippingOptionRequired) {
      options = newShippingOptionParameters.shippingOptions
      chosen.optionId = newShippingOptionParameters.defaultSelectedOptionId ?? options[0]?.id ?? null
    }
    isRefused = error !== undefined
    drawProblem(error?.message ?? '')
    draw()
  }

  async function pay() {
    if (isPaying || isAsking || isRefused) return
    isPaying = true
    drawProblem('')
    drawProgress('paying')
    const token = await createToken(request, chosen.card)
    if (token.error) return channel.end('MERCHANT_ACCOUNT_ERROR', token.error.message)
    const data = paymentData(request, chosen, token)
    if (!intents.includes('PAYMENT_AUTHORIZATION')) return channel.paid(data)
    const { error } = await channel.authorize(data)
    isPaying = false
    drawProgress('idle')
    drawProblem(error?.message ?? '')
  }

  byId('cards').addEventListener('change', ({ target }) => {
    const { value } = /** @type {HTMLInputElement} */ (target)
    chosen.card = cards.find(({ id }) => id === value) ?? chosen.card
    if (!isRefused) drawProblem('')
    void change('PAYMENT_METHOD')
  })
  byId('addresses').addEventListener('change', ({ target }) => {
    const { value } = /** @type {HTMLInputElement} */ (target)
    chosen.address = addresses.find(({ id }) => id === value) ?? chosen.address
    void change('SHIPPING_ADDRESS')
  })
  byId('options').addEventListener('change', ({ target }) => {
    chosen.optionId = /** @type {HTMLInputElement} */ (target).value
    void change('SHIPPING_OPTION')
  })
  byId('sheet').addEventListener('submit', (event) => {
    event.preventDefault()
    void pay()
  })
  const cancel = () => {
    if (!isPaying) channel.end('CANCELED', 'The buyer closed the payment sheet.')
  }
  byId('close').addEventListener('click', cancel)
  // Key events in a frame do not reach the page's dialog.
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') cancel()
  })
  byId('testing').addEventListener('click', ({ target }) => {
    const status = /** @type {HTMLElement} */ (target).dataset.status
    if (status) channel.end(status, 'Chosen by a tester.')
  })

  byId('title').textContent = `Pay ${request.merchantInfo?.merchantName ?? 'the shop'}`
  byId('payer').textContent = payerLine(request).join(', ')
  draw()
  byId('pay').removeAttribute('disabled')
  document.body.dataset.state = 'idle'
  byId('title').focus()
  void change('INITIALIZE')
})
