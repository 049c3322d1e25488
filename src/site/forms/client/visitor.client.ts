/** Proof of work against bots: starts at the first focus on a form, and is sent with it. */
import type { ContactFormElement } from './form-status.client.ts'

/** If the proof takes longer, the form is sent without it. */
const MAX_WAIT_MS = 15_000
/** The proof is renewed after this time; it is valid for twelve hours. */
const PROOF_TTL_MS = 11 * 3_600_000

type Attempt = { readonly begunAt: number; readonly proof: Promise<string> | string }

const proofs = new WeakMap<ContactFormElement, Attempt>()

/** A form sent by a script without any focus has no proof. */
export function watchVisitor(form: ContactFormElement): void {
  form.addEventListener('focusin', () => begin(form))
  // Not again for every letter while the shop cannot be reached.
  form.addEventListener('input', () => proofs.has(form) || begin(form))
}

function begin(form: ContactFormElement): void {
  if (Date.now() - (proofs.get(form)?.begunAt ?? 0) < PROOF_TTL_MS) return
  const proof = askAndSolve(form).catch(() => {
    forgetProof(form)
    return ''
  })
  proofs.set(form, { begunAt: Date.now(), proof })
}

/** Renews a proof that failed, is forgotten or too old. '' without a proof. */
export function proofOf(form: ContactFormElement): Promise<string> {
  return Promise.race([renewed(form), new Promise<string>((done) => setTimeout(done, MAX_WAIT_MS, ''))])
}

/** Tries once more if the attempt under way fails. */
async function renewed(form: ContactFormElement): Promise<string> {
  if (!proofs.has(form)) return ''
  begin(form)
  const proof = await proofs.get(form)?.proof
  if (proof) return proof
  begin(form)
  return (await proofs.get(form)?.proof) ?? ''
}

/** Forgets the proof, which is redeemed with the stored message. */
export function forgetProof(form: ContactFormElement): void {
  if (proofs.has(form)) proofs.set(form, { begunAt: 0, proof: '' })
}

async function askAndSolve(form: ContactFormElement): Promise<string> {
  const root = window.wpcf7.api.root.replace(/\/$/, '')
  const response = await fetch(`${root}/samovar/v1/forms/${form.wpcf7.id}/visitor`)
  if (!response.ok) throw new Error('There is no challenge.')
  const { challenge } = (await response.json()) as { challenge: object }
  const { solveProof } = await import('../../../people/abuse/solve-challenge.client.ts')
  return solveProof(challenge)
}
