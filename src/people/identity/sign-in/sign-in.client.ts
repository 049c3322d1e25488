/** Solves the sign-in challenge while the password is typed again after repeated failures (sign-in-limit.ts). */

const input = document.querySelector<HTMLInputElement>('#loginform input[data-challenge]')
const form = input?.form
if (input && form) {
  const proof = solveChallenge(input.dataset.challenge ?? '').catch(() => '')
  form.addEventListener('submit', (event) => {
    if (input.value !== '' || form.dataset.worked || event.submitter?.hasAttribute('formaction')) return
    event.preventDefault()
    if (form.getAttribute('aria-busy') === 'true') return
    form.setAttribute('aria-busy', 'true')
    const button = form.querySelector<HTMLButtonElement>('button[type=submit]')
    const label = button?.textContent ?? ''
    if (button) button.textContent = 'One moment…'
    void proof.then((solution) => {
      input.value = solution
      form.dataset.worked = 'true'
      form.removeAttribute('aria-busy')
      if (button) button.textContent = label
      form.requestSubmit(button)
    })
  })
}

async function solveChallenge(challenge: string): Promise<string> {
  const { solveProof: solve } = await import('../../abuse/solve-challenge.client.ts')
  return solve(JSON.parse(challenge) as object)
}
