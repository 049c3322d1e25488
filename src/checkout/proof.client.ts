/** The sum that tells a shopper's browser from a script, worked out while the form is filled in (abuse/proof.ts). */

/** Longest that placing an order waits for it; without one it is tried all the same. */
const PATIENCE_MS = 8000

export type OrderProof = {
  /** The proof for the next try, or '' when there is none yet. */
  ready(): Promise<string>
  /** It was sent: the next try needs another. */
  used(): void
}

export function workOutProof(form: HTMLFormElement): OrderProof {
  let working: Promise<string> | undefined
  const begin = (): Promise<string> => {
    working ??= prove().catch(() => {
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
  }
}

async function prove(): Promise<string> {
  const answer = await fetch('/wp-json/samovar/v1/challenge')
  if (!answer.ok) return ''
  const { challenge } = (await answer.json()) as { challenge: object }
  const { solve } = await import('../abuse/solve-proof.client.ts')
  return solve(challenge)
}
