/** The sum that tells a shopper's browser from a script, worked out while the form is filled in (abuse/proof.ts). */

import { setHidden } from './form-fields.client.ts'

/** Longest that placing an order waits for it; without one it is tried all the same. */
const PATIENCE_MS = 8000
/** Beyond this many times the usual work even a quick browser takes half a minute, and waiting is the better way. */
const MOST_WORK = 128

/** What a refusal says of the door (order-door.ts). */
export type DoorAnswer = { readonly proof_work?: number; readonly order_pass?: string }

export type OrderProof = {
  /** The proof for the next try, or '' when there is none yet. */
  ready(): Promise<string>
  /** It was sent: the next try needs another. */
  used(): void
  /** After a refusal: works out the heavier proof that it asks for. False: there is none, and its words are to be shown. */
  heavier(answer: DoorAnswer): Promise<boolean>
}

export function workOutProof(form: HTMLFormElement): OrderProof {
  let working: Promise<string> | undefined
  const begin = (work = 1): Promise<string> => {
    working ??= prove(work).catch(() => {
      working = undefined
      return ''
    })
    return working
  }
  form.addEventListener('focusin', () => void begin(), { once: true })
  return {
    ready: () => Promise.race([begin(), new Promise<string>((resolve) => setTimeout(resolve, PATIENCE_MS, ''))]),
    used() {
      working = undefined
    },
    async heavier({ proof_work: work, order_pass: pass }) {
      if (pass) setHidden(form, 'order_pass', pass)
      if (!work || work > MOST_WORK) return false
      working = undefined
      return (await begin(work)) !== ''
    },
  }
}

async function prove(work: number): Promise<string> {
  const answer = await fetch(`/wp-json/samovar/v1/challenge${work > 1 ? `?work=${work}` : ''}`)
  if (!answer.ok) return ''
  const { challenge } = (await answer.json()) as { challenge: object }
  const { solve } = await import('../abuse/solve-proof.client.ts')
  return solve(challenge)
}
