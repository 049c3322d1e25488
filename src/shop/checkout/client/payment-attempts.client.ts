import { MAX_WORK, requestProof } from '../../../people/abuse/request-proof.client.ts'
import { type NextAction, onResponseHash, parseResponseHash } from '../../gateways/client/response-hash.client.ts'
import { CONNECTION_LOST } from '../../gateways/payment-problems.ts'
import { type CardField, type CardProblem, chosenCard, mountCard, NOT_LOADED, tokenField } from './card.client.ts'
import { clearErrors, showCardProblem, showProblems } from './errors.client.ts'
import { exclusiveTask, type TaskOptions, type TaskResult } from './exclusive-task.client.ts'
import { fieldsOf, NoResponseError, postForm, renewNonces, setHidden } from './form.client.ts'
import { watchPayment } from './payment-methods.client.ts'
import { offerWallets, type WalletForm } from './wallet-methods.client.ts'

const PROOF_TIMEOUT_MS = 8000

/** Rate-limit fields of a refusal. `refresh`: the totals of the page, or else its nonces, are outdated. */
export type RefusalResponse = {
  readonly proof_work?: number
  readonly order_pass?: string
  readonly refresh?: boolean
  readonly outdated?: boolean
}

type PayFormParts = Omit<WalletForm, 'choice'> & Pick<TaskOptions, 'busyLabel' | 'unreachable'>

/** A form that pays: its methods, card and wallets, and one attempt at a time. */
export function payForm(form: HTMLFormElement, { busyLabel, unreachable, ...parts }: PayFormParts) {
  const choice = watchPayment(form)
  const card = mountCard(form)
  const wallets = offerWallets(form, { ...parts, choice })
  const failed = (): void => {
    wallets.drop()
    choice.failed()
  }
  const attempts = prepareAttempts(form, card)
  return {
    card,
    choice,
    attempts,
    run: exclusiveTask(form, { busyLabel, unreachable, failed }),
    /** A result that shows the problems which prevent submitting the form. Null if there are none. */
    check(): TaskResult | null {
      clearErrors(form)
      const problems = parts.problems()
      return problems.length > 0 ? () => showProblems(form, problems) : null
    },
    /** Adds the token of a new card to the form. Null if that succeeded or was not needed. */
    async addCard(): Promise<TaskResult | null> {
      const problem = chosenCard(form) === 'new' ? await attempts.addCard(parts.payer()) : null
      return problem && (() => showCardProblem(form, problem, card))
    },
  }
}

export type PayForm = ReturnType<typeof payForm>

/** A proof of work, which tells shoppers' browsers from scripts, is computed while the form is being filled in. */
function prepareAttempts(form: HTMLFormElement, card: CardField) {
  let pendingProof: Promise<string> | undefined
  const startProof = (work = 1): Promise<string> => {
    pendingProof ??= requestProof(work).catch(() => {
      pendingProof = undefined
      return ''
    })
    return pendingProof
  }
  form.addEventListener('focusin', () => void startProof(), { once: true })
  const proof = (): Promise<string> =>
    Promise.race([startProof(), new Promise<string>((resolve) => setTimeout(resolve, PROOF_TIMEOUT_MS, ''))])

  /** After failures of other shoppers more work is required: the browser computes it without asking the shopper. */
  const solveHarder = async ({ proof_work: work, order_pass: pass }: RefusalResponse): Promise<boolean> => {
    if (pass) setHidden(form, 'order_pass', pass)
    if (!work || work > MAX_WORK) return false
    pendingProof = undefined
    return (await startProof(work)) !== ''
  }

  async function send<Body extends RefusalResponse>(
    url: string,
    more: Record<string, string> = {},
    firstKey = 'result',
    tried: { readonly newNonces?: boolean; readonly moreWork?: boolean } = {},
  ): Promise<Body> {
    const fields: Record<string, string> = { ...fieldsOf(form), ...more, proof: await proof() }
    const answer = await postForm<Body>(url, fields, firstKey).catch((error: unknown) => {
      // A retry sends the token of the card in the field again, unless another card is typed. A wallet gives a new one.
      if (error instanceof NoResponseError && chosenCard(form) === 'new')
        card.setPresetToken(tokenField(form)?.value || null)
      throw error
    })
    const isNonceOutdated = answer.refresh && !answer.outdated
    // A request with outdated nonces was not attempted, so its proof is still unused.
    if (!isNonceOutdated) pendingProof = undefined
    if (isNonceOutdated && !tried.newNonces) {
      await renewNonces(form)
      return send(url, more, firstKey, { ...tried, newNonces: true })
    }
    const canRetry = answer.proof_work && !tried.moreWork && (await solveHarder(answer))
    return canRetry ? send(url, more, firstKey, { ...tried, moreWork: true }) : answer
  }

  async function addCard(payer: Readonly<Record<string, string>>): Promise<CardProblem | null> {
    const presetToken = card.takePresetToken()
    const token = presetToken ? ({ ok: true, id: presetToken } as const) : await card.token(payer)
    if (!token.ok) return token.problem
    const field = tokenField(form)
    if (field) field.value = token.id
    return null
  }
  return { addCard, proof, send }
}

/** Null if the hash belongs to another gateway or is invalid. */
export function parseNextAction(hash: string): NextAction | null {
  const action = parseResponseHash(hash)
  return action && isChargedHere(action.gateway_id) ? action : null
}

const isChargedHere = (method = ''): boolean =>
  document.querySelector(`#payment_method_${CSS.escape(method)} ~ div .wc-stripe-token-field`) !== null

export type PaymentResponse = {
  readonly result?: string
  readonly redirect?: string | undefined
  readonly messages?: string | undefined
  readonly reload?: boolean
}

/** Whatever the result of the bank's authentication, the shop retrieves the payment and responds with the next page. */
export async function authenticatePayment(card: CardField, action: NextAction, fields?: Record<string, string>) {
  const authenticated = await card.authenticate(action.client_secret)
  return authenticated === null ? { messages: NOT_LOADED } : confirmWithShop(action, fields)
}

export function confirmWithShop({ order_id: orderId, order_key }: NextAction, fields: Record<string, string> = {}) {
  const path = '/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/checkout/payment'
  const posted = postForm<PaymentResponse>(path, { ...fields, order_id: String(orderId), order_key })
  return posted.catch((error: unknown) => {
    if (error instanceof NoResponseError) return { messages: CONNECTION_LOST }
    throw error
  })
}

export const onNextActionHash = (handle: (action: NextAction) => void): void =>
  onResponseHash((action) => isChargedHere(action.gateway_id) && handle(action))
