/**
 * Computes the proof of work that distinguishes shoppers' browsers from scripts, while the form is being filled in
 * (abuse/proof.ts).
 */

import { setHidden } from './form-fields.client.ts'

/** Maximum wait for the proof when placing an order; after it the order is sent without one. */
const PROOF_TIMEOUT_MS = 8000
/** Above this multiple of the usual work even a fast browser takes half a minute, and waiting is better. */
const MAX_WORK = 128

/** The throttle's fields of a refusal (checkout-throttle.ts). */
export type RefusalResponse = { readonly proof_work?: number; readonly order_pass?: string }

export type OrderProof = {
  /** The proof for the next attempt, or '' if it is not ready. */
  ready(): Promise<string>
  /** The proof was sent: the next attempt needs a new one. */
  consume(): void
  /**
   * After a refusal: computes the harder proof it requires. False: none is possible, and the refusal's message should
   * be shown.
   */
  solveHarder(answer: RefusalResponse): Promise<boolean>
}

export function prepareProof(form: HTMLFormElement): OrderProof {
  let pendingProof: Promise<string> | undefined
  const start = (work = 1): Promise<string> => {
    pendingProof ??= solveChallenge(work).catch(() => {
      pendingProof = undefined
      return ''
    })
    return pendingProof
  }
  form.addEventListener('focusin', () => void start(), { once: true })
  return {
    ready: () => Promise.race([start(), new Promise<string>((resolve) => setTimeout(resolve, PROOF_TIMEOUT_MS, ''))]),
    consume() {
      pendingProof = undefined
    },
    async solveHarder({ proof_work: work, order_pass: pass }) {
      if (pass) setHidden(form, 'order_pass', pass)
      if (!work || work > MAX_WORK) return false
      pendingProof = undefined
      return (await start(work)) !== ''
    },
  }
}

async function solveChallenge(work: number): Promise<string> {
  const answer = await fetch(`/wp-json/samovar/v1/challenge${work > 1 ? `?work=${work}` : ''}`)
  if (!answer.ok) return ''
  const { challenge } = (await answer.json()) as { challenge: object }
  const { solveProof: solve } = await import('../../people/abuse/solve-challenge.client.ts')
  return solve(challenge)
}
