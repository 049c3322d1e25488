/** A proof of work against bots: it starts at the first focus on a form, and its result is sent along. */
import type { ContactFormElement } from './form-status.client.ts'

/** A form is sent without a proof that takes longer than this. */
const MAX_WAIT_MS = 15_000
/** A proof is asked for again after this time; it is valid for twelve hours. */
const PROOF_TTL_MS = 11 * 3_600_000

const proofs = new WeakMap<ContactFormElement, { readonly begunAt: number; readonly proof: Promise<string> }>()

/** Scripts that send a form without focusing it have no proof. */
export function watchVisitor(form: ContactFormElement): void {
  const begin = () => {
    const current = proofs.get(form)
    if (current && Date.now() - current.begunAt < PROOF_TTL_MS) return
    const proof = askAndSolve(form).catch(() => {
      proofs.delete(form)
      return ''
    })
    proofs.set(form, { begunAt: Date.now(), proof })
  }
  for (const event of ['focusin', 'input']) form.addEventListener(event, begin)
}

/** '' without one. */
export const proofOf = (form: ContactFormElement): Promise<string> =>
  Promise.race([proofs.get(form)?.proof ?? '', new Promise<string>((done) => setTimeout(done, MAX_WAIT_MS, ''))])

/** The proof was redeemed by a stored submission. */
export const forgetProof = (form: ContactFormElement): boolean => proofs.delete(form)

async function askAndSolve(form: ContactFormElement): Promise<string> {
  const root = window.wpcf7.api.root.replace(/\/$/, '')
  const response = await fetch(`${root}/samovar/v1/forms/${form.wpcf7.id}/visitor`)
  if (!response.ok) return ''
  const { challenge } = (await response.json()) as { challenge: object }
  const { solveProof } = await import('../../../people/abuse/solve-challenge.client.ts')
  return solveProof(challenge)
}
