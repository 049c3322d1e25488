/** The order-pay page: charges a card or a wallet without leaving the page (PAY-17). */

import type { CheckoutProblem } from '../../../people/addresses/address-check.ts'
import type { NextAction } from '../../gateways/client/response-hash.client.ts'
import { pageKindOf } from '../../gateways/page-kind.ts'
import { termsProblems } from '../form-check.ts'
import { chosenCard, NOT_LOADED, tokenField } from './card.client.ts'
import { showErrorHtml, showErrorText, unmarkField } from './errors.client.ts'
import { leave, type TaskResult } from './exclusive-task.client.ts'
import { fieldsOf, isControl, setHidden, unknownError } from './form.client.ts'
import {
  authenticatePayment,
  confirmWithShop,
  onNextActionHash,
  type PaymentResponse,
  payForm,
  type RefusalResponse,
} from './payment-attempts.client.ts'

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
  const pageKind = pageKindOf(document.body.className, location.search)
  const hasTerms = order.querySelector('#terms') !== null
  const { run, card, choice, attempts, check, addCard } = payForm(order, {
    page: pageKind === 'change_payment_method' ? pageKind : 'order_pay',
    busyLabel: 'Paying…',
    unreachable: UNREACHABLE,
    problems: () => [...missingFieldsIn(order), ...termsProblems(fieldsOf(order), hasTerms)],
    payer: () => ({ ...(JSON.parse(order.dataset.payer ?? '{}') as Record<string, string>), ...fieldsOf(order) }),
  })
  void adaptMissingFields(order)

  order.addEventListener('submit', (event) => {
    event.preventDefault()
    run(pay)
  })
  // Removes the error of a field as soon as it is corrected.
  order.addEventListener('input', ({ target }) => {
    const { name, type, checked, value } = target as HTMLInputElement
    if (type === 'checkbox' ? checked : name.startsWith('billing_') && value.trim() !== '') unmarkField(order, name)
  })
  onNextActionHash((action) => run(async () => handlePayment(await authenticatePayment(card, action))))

  async function pay(): Promise<TaskResult> {
    const problem = check()
    if (problem) return problem
    const { payment_method: method = '' } = fieldsOf(order)
    if (!chosenCard(order) && !tokenField(order)?.value) {
      setHidden(order, 'proof', await attempts.proof())
      return submit()
    }
    const cardProblem = await addCard()
    if (cardProblem) return cardProblem
    const { orderId = '', orderKey = '' } = order.dataset
    const path = '/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/order-pay'
    const orderFields = { order_id: orderId, order_key: orderKey, page_id: pageKind ?? '' }
    const answer = await attempts.send<OrderPayResponse>(path, orderFields, 'success')
    if (!answer.success) return handlePayment({ messages: answer.message })
    if (!answer.needs_confirmation) choice.tokenReceived(method)
    else if (!answer.data) return handlePayment({ redirect: answer.redirect })
    else {
      const authenticated = await card.authenticate(answer.data.client_secret)
      if (authenticated === null) return handlePayment({ messages: NOT_LOADED })
      if (authenticated === 'failed') return handlePayment(await confirmWithShop(answer.data))
    }
    return submit()
  }

  function handlePayment({ redirect, messages }: Pick<PaymentResponse, 'redirect' | 'messages'>): TaskResult {
    if (redirect) return leave(() => location.assign(redirect))
    return () => (messages ? showErrorHtml(order, messages) : showErrorText(order, unknownError()))
  }

  const submit = (): TaskResult => leave(() => order.submit())
}

/** Required billing fields of the order-pay page that are visible and empty (CHK-08). */
const missingFieldsIn = (form: HTMLFormElement): CheckoutProblem[] =>
  [...form.querySelectorAll<HTMLElement>('[data-field-set=billing] .validate-required')].flatMap((row) => {
    const control = row.querySelector('[name^=billing_]')
    if (!isControl(control) || control.type === 'hidden' || control.offsetParent === null) return []
    if (control.value.trim() !== '') return []
    const label = row.querySelector('label > span')?.textContent ?? ''
    return [{ kind: 'required', field: control.name, text: 'is a required field.', label, fieldLabel: label } as const]
  })

async function adaptMissingFields(form: HTMLFormElement): Promise<void> {
  if (!form.querySelector('select[name=billing_country]')) return
  const { pageAddressRules, watchCountry } = await import('./country-fields.client.ts')
  watchCountry(form, pageAddressRules())
}

const form = document.querySelector<HTMLFormElement>('form#order_review')
if (form?.querySelector('#place_order')) handleOrderPay(form)
