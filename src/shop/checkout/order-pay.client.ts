/** The order-pay page: charges a card without leaving the page (PAY-17). */

import { pageKindOf } from '../payments/page-kind.ts'
import { mountCard, NOT_LOADED } from './card.client.ts'
import {
  clearErrors,
  showCardProblem,
  showErrorHtml,
  showErrorText,
  showProblems,
  unmarkField,
} from './errors.client.ts'
import { exclusiveTask, leave, stay, type TaskResult } from './exclusive-task.client.ts'
import { termsProblems } from './form-check.ts'
import { fieldsOf, setHidden } from './form-fields.client.ts'
import {
  authenticatePayment,
  confirmWithShop,
  type NextAction,
  onNextActionHash,
  type PaymentResponse,
} from './next-action.client.ts'
import { watchPayment } from './payment-choice.client.ts'
import { NoResponseError, postForm, unknownError } from './post-form.client.ts'
import { prepareProof, type RefusalResponse } from './proof.client.ts'

const form = document.querySelector<HTMLFormElement>('form#order_review')
if (form?.querySelector('#place_order')) handleOrderPay(form)

/** The response of `order-pay` (shop.md §4, "Order-pay submit responses"); a failure has a code and a message. */
type OrderPayResponse = RefusalResponse & {
  readonly success?: boolean
  readonly needs_confirmation?: boolean
  readonly data?: NextAction
  readonly redirect?: string
  readonly message?: string
}

const UNREACHABLE =
  'The connection was lost, so we can’t say whether your payment went through. Please press Pay for order again: you are charged once, however often you do.'

function handleOrderPay(order: HTMLFormElement): void {
  const choice = watchPayment(order)
  const card = mountCard(order)
  const proof = prepareProof(order)
  const runExclusive = exclusiveTask(order, { busyLabel: 'Paying…', failed: choice.failed })
  /** The card token of an attempt with an unknown result: a retry has to use the same card. */
  let unconfirmedToken: string | null = null

  order.addEventListener('submit', (event) => {
    event.preventDefault()
    runExclusive(pay)
  })
  order.addEventListener('change', ({ target }) => {
    const box = target as HTMLInputElement
    if (box.name === 'terms' && box.checked) unmarkField(order, 'terms')
  })
  onNextActionHash((action) => runExclusive(() => finishAuthentication(action)))

  const showError = (text: string): TaskResult => stay(() => showErrorText(order, text))

  async function pay(): Promise<TaskResult> {
    clearErrors(order)
    const fields = fieldsOf(order)
    const problems = termsProblems(fields, order.querySelector('#terms') !== null)
    if (problems.length > 0) return stay(() => showProblems(order, problems))
    const { payment_method: method = '' } = fields
    if (method !== 'stripe_cc') {
      setHidden(order, 'proof', await proof.ready())
      return submit()
    }
    if (fields.stripe_cc_payment_type_key !== 'saved') {
      const payer = JSON.parse(order.dataset.payer ?? '{}') as Record<string, string>
      const token = unconfirmedToken ? ({ ok: true, id: unconfirmedToken } as const) : await card.token(payer)
      if (!token.ok) return stay(() => showCardProblem(order, token.problem, card))
      setHidden(order, 'stripe_cc_token_key', token.id)
    }
    return payByCard()
  }

  async function payByCard(hasProof = false): Promise<TaskResult> {
    const fields = { ...fieldsOf(order), proof: await proof.ready() }
    const { orderId = '', orderKey = '' } = order.dataset
    let answer: OrderPayResponse
    try {
      const path = '/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/order-pay'
      const pageId = pageKindOf(document.body.className, location.search) ?? ''
      answer = await postForm(path, { ...fields, order_id: orderId, order_key: orderKey, page_id: pageId }, 'success')
      unconfirmedToken = null
      proof.consume()
    } catch (error) {
      if (!(error instanceof NoResponseError)) throw error
      unconfirmedToken = fieldsOf(order).stripe_cc_token_key || null
      const { html } = error
      return html ? stay(() => showErrorHtml(order, html)) : showError(UNREACHABLE)
    }
    if (answer.proof_work && !hasProof && (await proof.solveHarder(answer))) return payByCard(true)
    return handleResponse(answer)
  }

  async function handleResponse(answer: OrderPayResponse): Promise<TaskResult> {
    if (!answer.success) {
      const { message } = answer
      return message ? stay(() => showErrorHtml(order, message)) : showError(unknownError())
    }
    if (answer.needs_confirmation && answer.data) {
      const authenticated = await card.authenticate(answer.data.client_secret)
      if (authenticated === 'authenticated') return submit()
      return authenticated === null ? showError(NOT_LOADED) : handlePayment(await confirmWithShop(answer.data))
    }
    const { redirect } = answer
    if (answer.needs_confirmation) return redirect ? leave(() => location.assign(redirect)) : showError(unknownError())
    choice.tokenReceived('stripe_cc')
    return submit()
  }

  /** The page was opened with a URL that requires authentication. */
  async function finishAuthentication(action: NextAction): Promise<TaskResult> {
    return handlePayment(await authenticatePayment(card, action))
  }

  function handlePayment(answer: PaymentResponse | string): TaskResult {
    if (typeof answer === 'string') return showError(answer)
    const { redirect, messages } = answer
    if (redirect) return leave(() => location.assign(redirect))
    return messages ? stay(() => showErrorHtml(order, messages)) : showError(unknownError())
  }

  /** Submits the form without script; the page it leads to shows the order's current state. */
  const submit = (): TaskResult => leave(() => order.submit())
}
