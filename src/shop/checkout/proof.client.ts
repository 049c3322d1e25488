/** The sum that tells a shopper's browser from a script, worked out while the form is filled in (abuse/proof.ts). */

import { setHidden } from './form-fields.client.ts'

/** Longest that placing an order waits for it; without one it is tried all the same. */
const PROOF_TIMEOUT_MS = 8000
/** Beyond this many times the usual work even a quick browser takes half a minute, and waiting is the better way. */
const MAX_WORK = 128

/** What a refusal says of the door (order-door.ts). */
export type RefusalResponse = { readonly proof_work?: number; readonly order_pass?: string }

export type OrderProof = {
  /** The proof for the next try, or '' when there is none yet. */
  ready(): Promise<string>
  /** It was sent: the next try needs another. */
  consume(): void
  /** After a refusal: works out the heavier proof that it asks for. False: there is none, and its words are to be shown. */
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
