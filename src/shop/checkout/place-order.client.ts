import type { RulesLookup } from '../../people/addresses/address-rules.ts'
import type { CardField } from './card.client.ts'
import { isAllowed } from './checkout-events.client.ts'
import { clearErrors, showCardProblem, showErrorHtml, showErrorText, showProblems } from './errors.client.ts'
import { exclusiveTask, leave, stay, type TaskResult } from './exclusive-task.client.ts'
import { fieldsOf, setHidden } from './form-fields.client.ts'
import {
  authenticatePayment,
  type NextAction,
  onNextActionHash,
  type PaymentResponse,
  parseNextAction,
} from './next-action.client.ts'
import type { TotalsControls } from './order-review.client.ts'
import { totalIn } from './order-review-fragments.client.ts'
import { NoResponseError, postForm, unknownError } from './post-form.client.ts'
import { prepareProof, type RefusalResponse } from './proof.client.ts'
import { renewNonces } from './renew-nonces.client.ts'
import { clearSavedNote } from './saved-fields.client.ts'
import { problemsIn } from './validate-fields.client.ts'

type CheckoutResponse = PaymentResponse & RefusalResponse & { readonly refresh?: boolean }
type PlaceOrderParts = {
  readonly rulesOf: RulesLookup
  readonly totals: TotalsControls
  readonly card: CardField
  failed(): void
}

const UNREACHABLE =
  'The connection was lost, so we can’t say whether your order has reached us. Please press Place order again: it is placed once, however often you do.'

/** Places the order without a reload, and only once however often the button is pressed (CHK-13, CHK-17, CHK-18). */
export function handlePlaceOrder(form: HTMLFormElement, { rulesOf, totals, card, failed }: PlaceOrderParts): void {
  const runExclusive = exclusiveTask(form, { busyLabel: 'Placing your order…', failed })
  const proof = prepareProof(form)
  /** The card token of an attempt with an unknown result: a retry has to use the same card. */
  let unconfirmedToken: string | null = null

  form.addEventListener('submit', (event) => {
    const submitter = (event as SubmitEvent).submitter as HTMLButtonElement | null
    if (submitter?.name === 'woocommerce_checkout_update_totals') return
    event.preventDefault()
    runExclusive(submitOrder)
  })

  async function submitOrder(): Promise<TaskResult> {
    clearErrors(form)
    const problems = problemsIn(form, rulesOf)
    if (problems.length > 0) return stay(() => showProblems(form, problems))
    const shownTotal = totalIn(form)
    if (!(await totals.settled()))
      return stay(() =>
        showErrorText(form, 'The shop can’t be reached right now. Nothing was ordered. Please try again in a moment.'),
      )
    // An order is never placed for a total that the shopper has not seen.
    if (totalIn(form) !== shownTotal)
      return stay(() =>
        showErrorText(form, `Your total is ${totalIn(form)} now. Please look at it once more, then place your order.`),
      )
    const method = chosenMethod()
    if (!isAllowed(form, 'checkout_place_order') || !isAllowed(form, `checkout_place_order_${method}`))
      return { isLeaving: false }
    if (method === 'stripe_cc' && needsCard()) {
      const token = unconfirmedToken ? ({ ok: true, id: unconfirmedToken } as const) : await card.token(fieldsOf(form))
      if (!token.ok) return stay(() => showCardProblem(form, token.problem, card))
      setHidden(form, 'stripe_cc_token_key', token.id)
    }
    return sendForm()
  }

  const chosenMethod = (): string => fieldsOf(form).payment_method ?? ''
  const needsCard = (): boolean =>
    form.querySelector('.wc_payment_methods:not([hidden])') !== null &&
    fieldsOf(form).stripe_cc_payment_type_key !== 'saved'

  async function sendForm(isRetry = false, hasProof = false): Promise<TaskResult> {
    const fields: Record<string, string> = { ...fieldsOf(form), proof: await proof.ready() }
    let answer: CheckoutResponse
    try {
      answer = await postForm('/?wc-ajax=checkout', fields)
      unconfirmedToken = null
      if (!answer.refresh) proof.consume()
    } catch (error) {
      if (!(error instanceof NoResponseError)) throw error
      unconfirmedToken = fields.stripe_cc_token_key || null
      const { html } = error
      return stay(() => (html ? showErrorHtml(form, html) : showErrorText(form, UNREACHABLE)))
    }
    if (answer.refresh && !isRetry) {
      await renewNonces(form)
      return sendForm(true, hasProof)
    }
    // After failures of other shoppers more work is required: the browser computes it without asking the shopper.
    if (answer.proof_work && !hasProof && (await proof.solveHarder(answer))) return sendForm(isRetry, true)
    return handleResponse(answer)
  }

  async function handleResponse(answer: CheckoutResponse): Promise<TaskResult> {
    if (answer.reload) return leave(() => location.reload())
    const { redirect } = answer
    if (answer.result !== 'success' || !redirect) {
      return stay(() => (answer.messages ? showErrorHtml(form, answer.messages) : showErrorText(form, unknownError())))
    }
    if (!isAllowed(form, 'checkout_place_order_success', answer)) return { isLeaving: true }
    const action = parseNextAction(redirect)
    if (action) return authenticate(action)
    clearSavedNote()
    return leave(() => location.assign(redirect))
  }

  async function authenticate(action: NextAction): Promise<TaskResult> {
    const answer = await authenticatePayment(card, action, fieldsOf(form))
    return typeof answer === 'string' ? stay(() => showErrorText(form, answer)) : handleResponse(answer)
  }

  onNextActionHash((action) => runExclusive(() => authenticate(action)))
}
