/** Shows what is saved on pages that are the same for everybody, and saves without leaving the page. */

/** Changes that are not answered yet. They are sent one after the other, so that the last press decides. */
let pending = 0
let queue = Promise.resolve()

function show(): void {
  if (pending > 0) return
  const saved = /samovar_saved=([\w.]*)/.exec(document.cookie)?.[1]?.split('.') ?? []
  for (const heart of document.querySelectorAll<HTMLButtonElement>('[name=save]'))
    heart.ariaPressed = `${saved.includes(heart.value)}`
}

function toggle(heart: HTMLButtonElement): void {
  const { form, value } = heart
  const isSaved = heart.ariaPressed === 'true'
  heart.ariaPressed = `${!isSaved}`
  const body = new URLSearchParams({ [isSaved ? 'remove' : 'save']: value })
  const variation = document.querySelector<HTMLInputElement>(`[data-product_id="${value}"] .variation_id`)
  body.set('variation_id', variation?.value ?? '')
  pending += 1
  queue = queue.then(async () => {
    // Kept alive: whoever saves and goes on to the next page has saved.
    const init = { method: 'POST', body, headers: { accept: 'application/json' }, keepalive: true }
    const response = await fetch('/saved-teas/', init).catch(() => null)
    pending -= 1
    show()
    // The page without script says why.
    if (!response?.ok && !isSaved) form?.requestSubmit(heart)
  })
}

document.addEventListener('click', (event) => {
  const heart = (event.target as Element).closest<HTMLButtonElement>('[name=save]')
  if (heart) {
    event.preventDefault()
    toggle(heart)
  }
})

// The sold-out size that is looked at.
document.addEventListener('change', () => {
  const sizes = document.querySelector<HTMLSelectElement>('[data-sold-out-sizes]')
  const id = document.querySelector<HTMLInputElement>('.variation_id')?.value
  if (id && sizes?.querySelector(`[value="${id}"]`)) sizes.value = id
})

// Sent by a listing, which replaces its cards.
document.addEventListener('swap', show)
show()

export {}
