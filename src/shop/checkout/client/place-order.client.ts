import type { NextAction } from '../../gateways/client/response-hash.client.ts'
import { showErrorHtml, showErrorText } from './errors.client.ts'
import { leave, type TaskResult } from './exclusive-task.client.ts'
import { fieldsOf, isAllowed, unknownError } from './form.client.ts'
import type { TotalsControls } from './order-review.client.ts'
import { totalIn } from './order-review-fragments.client.ts'
import {
  authenticatePayment,
  onNextActionHash,
  type PayForm,
  type PaymentResponse,
  parseNextAction,
  type RefusalResponse,
} from './payment-attempts.client.ts'
import { clearSavedNote } from './saved-fields.client.ts'

type CheckoutResponse = PaymentResponse & RefusalResponse
export const UNREACHABLE =
  'The connection was lost, so we can’t say whether your order has reached us. Please press Place order again: it is placed once, however often you do.'

/** Places the order without a reload, and only once however often the button is pressed (CHK-13, CHK-17, CHK-18). */
export function handlePlaceOrder(form: HTMLFormElement, pay: PayForm, totals: TotalsControls): void {
  const showError = (text: string) => () => showErrorText(form, text)

  form.addEventListener('submit', (event) => {
    const submitter = event.submitter as HTMLButtonElement | null
    if (submitter?.name === 'woocommerce_checkout_update_totals') return
    event.preventDefault()
    pay.run(submitOrder)
  })
  onNextActionHash((action) => pay.run(() => authenticate(action)))

  async function submitOrder(): Promise<TaskResult> {
    const problem = pay.check()
    if (problem) return problem
    const shownTotal = totalIn(form)
    if (!(await totals.settled()))
      return showError('The shop can’t be reached right now. Nothing was ordered. Please try again in a moment.')
    // An order is never placed for a total that the shopper has not seen.
    if (totalIn(form) !== shownTotal)
      return showError(`Your total is ${totalIn(form)} now. Please look at it once more, then place your order.`)
    const method = fieldsOf(form).payment_method ?? ''
    if (!isAllowed(form, 'checkout_place_order') || !isAllowed(form, `checkout_place_order_${method}`)) return () => {}
    return (await pay.addCard()) ?? handleResponse(await pay.attempts.send<CheckoutResponse>('/?wc-ajax=checkout'))
  }

  async function handleResponse(answer: CheckoutResponse): Promise<TaskResult> {
    if (answer.reload) return leave(() => location.reload())
    if (answer.outdated) void totals.refresh()
    const { redirect, messages } = answer
    if (answer.result !== 'success' || !redirect)
      return messages ? () => showErrorHtml(form, messages) : showError(unknownError())
    if (!isAllowed(form, 'checkout_place_order_success', answer)) return 'leaving'
    const action = parseNextAction(redirect)
    if (action) return authenticate(action)
    clearSavedNote()
    return leave(() => location.assign(redirect))
  }

  async function authenticate(action: NextAction): Promise<TaskResult> {
    return handleResponse(await authenticatePayment(pay.card, action, fieldsOf(form)))
  }
}
