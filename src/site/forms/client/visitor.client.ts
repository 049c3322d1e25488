/** Proof of work against bots: starts at the first focus on a form, and is sent with it. */
import type { ContactFormElement } from './form-status.client.ts'

/** If the proof takes longer, the form is sent without it. */
const MAX_WAIT_MS = 15_000
/** The proof is renewed after this time; it is valid for twelve hours. */
const PROOF_TTL_MS = 11 * 3_600_000

const proofs = new WeakMap<ContactFormElement, { readonly begunAt: number; readonly proof: Promise<string> }>()

/** A form sent by a script without any focus has no proof. */
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

/** '' without a proof. */
export const proofOf = (form: ContactFormElement): Promise<string> =>
  Promise.race([proofs.get(form)?.proof ?? '', new Promise<string>((done) => setTimeout(done, MAX_WAIT_MS, ''))])

/** Forgets the proof, which was redeemed with the stored message. */
export const forgetProof = (form: ContactFormElement): boolean => proofs.delete(form)

async function askAndSolve(form: ContactFormElement): Promise<string> {
  const root = window.wpcf7.api.root.replace(/\/$/, '')
  const response = await fetch(`${root}/samovar/v1/forms/${form.wpcf7.id}/visitor`)
  if (!response.ok) return ''
  const { challenge } = (await response.json()) as { challenge: object }
  const { solveProof } = await import('../../../people/abuse/solve-challenge.client.ts')
  return solveProof(challenge)
}
