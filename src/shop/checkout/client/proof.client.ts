import { MAX_WORK, requestProof } from '../../../people/abuse/request-proof.client.ts'
import { type CardField, type CardProblem, tokenField } from './card.client.ts'
import { fieldsOf, NoResponseError, postForm, renewNonces, setHidden } from './form.client.ts'

/** Maximum wait for the proof when placing an order; after it the order is sent without one. */
const PROOF_TIMEOUT_MS = 8000

/** The throttle's fields of a refusal. `refresh`: the page's nonces are outdated, and nothing was attempted. */
export type RefusalResponse = { readonly proof_work?: number; readonly order_pass?: string; readonly refresh?: boolean }

/** A proof of work, which tells shoppers' browsers from scripts, is computed while the form is being filled in. */
export function prepareAttempts(form: HTMLFormElement, card: CardField) {
  /** The card token of an attempt with an unknown result: a retry has to use the same card. */
  let unconfirmedToken: string | null = null
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

  /** Posts the form with `more` fields and a proof. `firstKey` is the first key of the response. */
  async function send<Body extends RefusalResponse>(
    url: string,
    more: Record<string, string> = {},
    firstKey = 'result',
    tried: { readonly newNonces?: boolean; readonly moreWork?: boolean } = {},
  ): Promise<Body> {
    const fields: Record<string, string> = { ...fieldsOf(form), ...more, proof: await proof() }
    const answer = await postForm<Body>(url, fields, firstKey).catch((error: unknown) => {
      if (error instanceof NoResponseError) unconfirmedToken = tokenField(form)?.value || null
      throw error
    })
    unconfirmedToken = null
    if (!answer.refresh) pendingProof = undefined
    if (answer.refresh && !tried.newNonces) {
      await renewNonces(form)
      return send(url, more, firstKey, { ...tried, newNonces: true })
    }
    const canRetry = answer.proof_work && !tried.moreWork && (await solveHarder(answer))
    return canRetry ? send(url, more, firstKey, { ...tried, moreWork: true }) : answer
  }

  /** Puts a card token into the form. Returns the card's problem, if there is one. */
  async function addCard(payer: Readonly<Record<string, string>>): Promise<CardProblem | null> {
    const keptToken = unconfirmedToken ?? card.takeKept()
    const token = keptToken ? ({ ok: true, id: keptToken } as const) : await card.token(payer)
    if (!token.ok) return token.problem
    const field = tokenField(form)
    if (field) field.value = token.id
    return null
  }
  return { addCard, proof, send }
}
