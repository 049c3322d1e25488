/** The page of an order that waits for its payment: a card typed here is charged without leaving it (PAY-17). */

import { pageKindOf } from '../payments/page-kind.ts'
import { askBank, type BankAction, onBankHash, type PaymentAnswer, settleAtShop } from './bank.client.ts'
import { mountCard, NOT_LOADED } from './card.client.ts'
import {
  clearErrors,
  showCardProblem,
  showErrorHtml,
  showErrorText,
  showProblems,
  unmarkField,
} from './errors.client.ts'
import { checkTerms } from './form-check.ts'
import { fieldsOf, setHidden } from './form-fields.client.ts'
import { type End, leave, oneAtATime, stay } from './one-at-a-time.client.ts'
import { followPayment } from './payment-choice.client.ts'
import { type DoorAnswer, workOutProof } from './proof.client.ts'
import { NoAnswer, send, unknownError } from './send.client.ts'

const form = document.querySelector<HTMLFormElement>('form#order_review')
if (form?.querySelector('#place_order')) followOrder(form)

/** The answer of `order-pay` (shop.md §4, "Order-pay submit responses"); a failure has a code and a message. */
type OrderPayAnswer = DoorAnswer & {
  readonly success?: boolean
  readonly needs_confirmation?: boolean
  readonly data?: BankAction
  readonly redirect?: string
  readonly message?: string
}

const UNREACHABLE =
  'The connection was lost, so we can’t say whether your payment went through. Please press Pay for order again: you are charged once, however often you do.'

function followOrder(order: HTMLFormElement): void {
  const choice = followPayment(order)
  const card = mountCard(order)
  const proof = workOutProof(order)
  const begin = oneAtATime(order, { words: 'Paying…', failed: choice.failed })
  /** The card of an attempt whose end nobody knows: the same order must come with the same card. */
  let unanswered: string | null = null

  order.addEventListener('submit', (event) => {
    event.preventDefault()
    begin(pay)
  })
  order.addEventListener('change', ({ target }) => {
    const box = target as HTMLInputElement
    if (box.name === 'terms' && box.checked) unmarkField(order, 'terms')
  })
  onBankHash((action) => begin(() => finish(action)))

  const say = (text: string): End => stay(() => showErrorText(order, text))

  async function pay(): Promise<End> {
    clearErrors(order)
    const fields = fieldsOf(order)
    const problems = checkTerms(fields, order.querySelector('#terms') !== null)
    if (problems.length > 0) return stay(() => showProblems(order, problems))
    const { payment_method: method = '' } = fields
    if (method !== 'stripe_cc') {
      setHidden(order, 'proof', await proof.ready())
      return submit()
    }
    if (fields.stripe_cc_payment_type_key !== 'saved') {
      const payer = JSON.parse(order.dataset.payer ?? '{}') as Record<string, string>
      const token = unanswered ? ({ ok: true, id: unanswered } as const) : await card.token(payer)
      if (!token.ok) return stay(() => showCardProblem(order, token.problem, card))
      setHidden(order, 'stripe_cc_token_key', token.id)
    }
    return take()
  }

  async function take(isProved = false): Promise<End> {
    const fields = { ...fieldsOf(order), proof: await proof.ready() }
    const { orderId = '', orderKey = '' } = order.dataset
    let answer: OrderPayAnswer
    try {
      const path = '/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/order-pay'
      const pageId = pageKindOf(document.body.className, location.search) ?? ''
      answer = await send(path, { ...fields, order_id: orderId, order_key: orderKey, page_id: pageId }, 'success')
      unanswered = null
      proof.used()
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      unanswered = fieldsOf(order).stripe_cc_token_key || null
      const { html } = error
      return html ? stay(() => showErrorHtml(order, html)) : say(UNREACHABLE)
    }
    if (answer.proof_work && !isProved && (await proof.heavier(answer))) return take(true)
    return follow(answer)
  }

  async function follow(answer: OrderPayAnswer): Promise<End> {
    if (!answer.success) {
      const { message } = answer
      return message ? stay(() => showErrorHtml(order, message)) : say(unknownError())
    }
    if (answer.needs_confirmation && answer.data) {
      const said = await card.authenticate(answer.data.client_secret)
      if (said === 'yes') return submit()
      return said === null ? say(NOT_LOADED) : settled(await settleAtShop(answer.data))
    }
    const { redirect } = answer
    if (answer.needs_confirmation) return redirect ? leave(() => location.assign(redirect)) : say(unknownError())
    choice.tokenReceived('stripe_cc')
    return submit()
  }

  /** The page was opened by an address that asks for extra authentication. */
  async function finish(action: BankAction): Promise<End> {
    return settled(await askBank(card, action))
  }

  function settled(answer: PaymentAnswer | string): End {
    if (typeof answer === 'string') return say(answer)
    const { redirect, messages } = answer
    if (redirect) return leave(() => location.assign(redirect))
    return messages ? stay(() => showErrorHtml(order, messages)) : say(unknownError())
  }

  /** The form goes to its page, which knows what has become of the order. */
  const submit = (): End => leave(() => order.submit())
}
