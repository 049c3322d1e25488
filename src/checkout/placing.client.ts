import type { RulesOf } from '../orders/address-rules.ts'
import { askBank, type BankAction, bankActionIn, onBankHash, type PaymentAnswer } from './bank.client.ts'
import type { CardField } from './card.client.ts'
import { agree } from './checkout-events.client.ts'
import { clearErrors, showCardProblem, showErrorHtml, showErrorText, showProblems } from './errors.client.ts'
import { problemsIn } from './field-check.client.ts'
import { fieldsOf, setHidden } from './form-fields.client.ts'
import { forgetNote } from './kept-fields.client.ts'
import { type End, leave, oneAtATime, stay } from './one-at-a-time.client.ts'
import { type DoorAnswer, workOutProof } from './proof.client.ts'
import { renewNonces } from './renew-nonces.client.ts'
import type { Totals } from './review.client.ts'
import { totalIn } from './review-parts.client.ts'
import { NoAnswer, send, unknownError } from './send.client.ts'

type CheckoutAnswer = PaymentAnswer & DoorAnswer & { readonly refresh?: boolean }
type Parts = { readonly rulesOf: RulesOf; readonly totals: Totals; readonly card: CardField; failed(): void }

const UNREACHABLE =
  'The connection was lost, so we can’t say whether your order has reached us. Please press Place order again: it is placed once, however often you do.'

/** Placing the order without a reload: once, whatever is pressed and however often (CHK-13, CHK-17, CHK-18). */
export function placeOrders(form: HTMLFormElement, { rulesOf, totals, card, failed }: Parts): void {
  const begin = oneAtATime(form, { words: 'Placing your order…', failed })
  const proof = workOutProof(form)
  /** The card of an attempt whose end nobody knows: the same order must come with the same card. */
  let unanswered: string | null = null

  form.addEventListener('submit', (event) => {
    const submitter = (event as SubmitEvent).submitter as HTMLButtonElement | null
    if (submitter?.name === 'woocommerce_checkout_update_totals') return
    event.preventDefault()
    begin(place)
  })

  async function place(): Promise<End> {
    clearErrors(form)
    const problems = problemsIn(form, rulesOf)
    if (problems.length > 0) return stay(() => showProblems(form, problems))
    const seen = totalIn(form)
    if (!(await totals.settled()))
      return stay(() =>
        showErrorText(form, 'The shop can’t be reached right now. Nothing was ordered. Please try again in a moment.'),
      )
    // Nobody pays an amount they have not seen.
    if (totalIn(form) !== seen)
      return stay(() =>
        showErrorText(form, `Your total is ${totalIn(form)} now. Please look at it once more, then place your order.`),
      )
    const method = chosenMethod()
    if (!agree(form, 'checkout_place_order') || !agree(form, `checkout_place_order_${method}`))
      return { isLeaving: false }
    if (method === 'stripe_cc' && needsCard()) {
      const token = unanswered ? ({ ok: true, id: unanswered } as const) : await card.token(fieldsOf(form))
      if (!token.ok) return stay(() => showCardProblem(form, token.problem, card))
      setHidden(form, 'stripe_cc_token_key', token.id)
    }
    return sendForm()
  }

  const chosenMethod = (): string => fieldsOf(form).payment_method ?? ''
  const needsCard = (): boolean =>
    form.querySelector('.wc_payment_methods:not([hidden])') !== null &&
    fieldsOf(form).stripe_cc_payment_type_key !== 'saved'

  async function sendForm(isSecond = false, isProved = false): Promise<End> {
    const fields: Record<string, string> = { ...fieldsOf(form), proof: await proof.ready() }
    let answer: CheckoutAnswer
    try {
      answer = await send('/?wc-ajax=checkout', fields)
      unanswered = null
      if (!answer.refresh) proof.used()
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      unanswered = fields.stripe_cc_token_key || null
      const { html } = error
      return stay(() => (html ? showErrorHtml(form, html) : showErrorText(form, UNREACHABLE)))
    }
    if (answer.refresh && !isSecond) {
      await renewNonces(form)
      return sendForm(true, isProved)
    }
    // Others have failed before: the browser works a little more for this one, and nobody is asked anything.
    if (answer.proof_work && !isProved && (await proof.heavier(answer))) return sendForm(isSecond, true)
    return follow(answer)
  }

  async function follow(answer: CheckoutAnswer): Promise<End> {
    if (answer.reload) return leave(() => location.reload())
    const { redirect } = answer
    if (answer.result !== 'success' || !redirect) {
      return stay(() => (answer.messages ? showErrorHtml(form, answer.messages) : showErrorText(form, unknownError())))
    }
    if (!agree(form, 'checkout_place_order_success', answer)) return { isLeaving: true }
    const action = bankActionIn(redirect)
    if (action) return authenticate(action)
    forgetNote()
    return leave(() => location.assign(redirect))
  }

  async function authenticate(action: BankAction): Promise<End> {
    const answer = await askBank(card, action, fieldsOf(form))
    return typeof answer === 'string' ? stay(() => showErrorText(form, answer)) : follow(answer)
  }

  onBankHash((action) => begin(() => authenticate(action)))
}
